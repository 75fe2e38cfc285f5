import type { EnvelopeStatus } from '#domain/envelope/status.ts';
import { listCurrentSigners } from '#domain/envelope/turn.ts';
import { isEmailed } from '#domain/envelope/participant-delivery.ts';
import { LIFECYCLE } from '#domain/envelope/lifecycle.ts';
import { m } from '#i18n/compiled/messages.js';
import type { WireEvent } from '#wire/event.ts';
import type { WireGraph } from '#wire/envelope-graph.ts';
import type { WireParticipant } from '#wire/participant.ts';
import type { IconName } from '#ui/kit/icons/icon-paths.ts';
import type { Intent } from '#ui/kit/intent.ts';

/** A participant's state, and since when if known. */
export type ParticipantState = {
  readonly label: () => string;
  readonly tone: Intent;
  readonly icon: IconName;
  readonly since: string | null;
};

/** Returns a participant's state. */
export function getParticipantState(graph: WireGraph, participant: WireParticipant): ParticipantState {
  if (participant.status === 'signed')
    return {
      label: participant.role === 'approver' ? m.envelopes_person_approved : m.envelopes_person_signed,
      tone: 'ok',
      icon: 'check',
      since: participant.signedAt,
    };
  if (participant.status === 'declined')
    return { label: m.envelopes_person_declined, tone: 'danger', icon: 'ban', since: participant.declinedAt };
  if (graph.envelope.status !== 'in_progress')
    return { ...STANDING[getStanding(graph.envelope.status)], since: null };
  if (!listCurrentSigners(graph.participants).some(({ id }) => id === participant.id))
    return { label: m.envelopes_person_later, tone: 'neutral', icon: 'clock', since: null };
  return participant.lastViewedAt === null
    ? { label: m.envelopes_person_asked, tone: 'accent', icon: 'send', since: null }
    : { label: m.envelopes_person_viewed, tone: 'accent', icon: 'eye', since: participant.lastViewedAt };
}

/** Returns whose turn it is, without those who aren't emailed. */
export function listAwaitedByEmail({ participants }: WireGraph): WireParticipant[] {
  return listCurrentSigners(participants).filter(isEmailed);
}

/** Checks whether a person's link can be passed on. A code by email is of no use without the email. */
export function isLinkPassable(participant: WireParticipant): boolean {
  return isEmailed(participant) && participant.authentication.method !== 'email_code';
}

/** Returns whose turn it is and whose link the sender can pass on. */
export function listPassableLinks({ participants }: WireGraph): WireParticipant[] {
  return listCurrentSigners(participants).filter(isLinkPassable);
}

/**
 * Returns since when the envelope has waited for those whose turn it is; null if none of them was emailed.
 */
export function findWaitingSince({ participants }: WireGraph, events: readonly WireEvent[]): string | null {
  const awaited = listCurrentSigners(participants).map(({ id }) => id);
  const asked = events.filter(
    ({ action, payload }) =>
      action === 'participant.link_issued' && awaited.includes(String(payload?.['participantId'])),
  );
  return asked[0]?.occurredAt ?? null;
}

/** Whether the envelope's status allows an operation. */
export function isOperationAllowed(operation: keyof typeof LIFECYCLE, status: EnvelopeStatus): boolean {
  const allowed: readonly EnvelopeStatus[] = LIFECYCLE[operation].from;
  return allowed.includes(status);
}

const STANDING = {
  before: { label: m.envelopes_person_not_asked, tone: 'neutral', icon: 'minus' },
  after: { label: m.envelopes_person_not_signed, tone: 'neutral', icon: 'minus' },
} as const;

function getStanding(status: EnvelopeStatus): keyof typeof STANDING {
  return isOperationAllowed('send', status) || status === 'detecting' ? 'before' : 'after';
}
