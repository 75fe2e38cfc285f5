import type { WireGraph } from '#wire/envelope-graph.ts';
import type { WireParticipant } from '#wire/participant.ts';
import { listActingParticipants, clipText, formatMinute, joinParts } from './words.ts';

/** Returns one line for each participant, in signing order. */
export function formatPeopleLines(graph: Pick<WireGraph, 'envelope' | 'participants'>): string[] {
  const acting = new Set(listActingParticipants(graph).map(({ id }) => id));
  return graph.participants.map((participant) =>
    joinParts(
      `${participant.orderIndex + 1}. ${participant.name} (${participant.email})`,
      participant.role,
      participant.delivery !== 'email' && participant.delivery.replace('_', ' '),
      participant.authentication.method !== 'link' &&
        `proves identity by ${participant.authentication.method.replace('_', ' ')}`,
      graph.envelope.sentAt !== null && formatPersonProgress(participant, acting.has(participant.id)),
    ),
  );
}

function formatPersonProgress(participant: WireParticipant, isActing: boolean): string {
  const { status, signedAt, declinedAt, declineReason, lastViewedAt, role } = participant;
  if (status === 'signed')
    return `${role === 'approver' ? 'approved' : 'signed'} ${signedAt === null ? '' : formatMinute(signedAt)}`;
  if (status === 'declined')
    return `declined ${declinedAt === null ? '' : formatMinute(declinedAt)}: ${clipText(declineReason ?? '', 300)}`;
  const viewed = lastViewedAt === null ? 'not opened yet' : `last opened ${formatMinute(lastViewedAt)}`;
  return isActing ? `can act now, ${viewed}` : 'waits for those before';
}
