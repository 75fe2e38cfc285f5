import type { WireGraph } from '#wire/envelope-graph.ts';
import type { WireParticipant } from '#wire/participant.ts';
import { actingNow, clipped, minute, parts } from './words.ts';

/** One line for each participant, in signing order. */
export function peopleLines(graph: Pick<WireGraph, 'envelope' | 'participants'>): string[] {
  const acting = new Set(actingNow(graph).map(({ id }) => id));
  return graph.participants.map((participant) =>
    parts(
      `${participant.orderIndex + 1}. ${participant.name} (${participant.email})`,
      participant.role,
      participant.delivery !== 'email' && participant.delivery.replace('_', ' '),
      participant.authentication.method !== 'link' &&
        `proves identity by ${participant.authentication.method.replace('_', ' ')}`,
      graph.envelope.sentAt !== null && progressOf(participant, acting.has(participant.id)),
    ),
  );
}

function progressOf(participant: WireParticipant, isActing: boolean): string {
  const { status, signedAt, declinedAt, declineReason, lastViewedAt, role } = participant;
  if (status === 'signed')
    return `${role === 'approver' ? 'approved' : 'signed'} ${signedAt === null ? '' : minute(signedAt)}`;
  if (status === 'declined')
    return `declined ${declinedAt === null ? '' : minute(declinedAt)}: ${clipped(declineReason ?? '', 300)}`;
  const viewed = lastViewedAt === null ? 'not opened yet' : `last opened ${minute(lastViewedAt)}`;
  return isActing ? `can act now, ${viewed}` : 'waits for those before';
}
