import type { EventPayloads, NewEvent } from '../event/catalogue.ts';
import type { Envelope, EnvelopeGraph, Participant } from './graph.ts';
import { isEmailed } from './participant-delivery.ts';
import type { Timestamp } from '../timestamp.ts';
import { accept, type Decision, refuse } from '../decision.ts';
import { LIMITS } from '../limits.ts';
import type { Facts } from './facts.ts';
import { refuseByStatusOrExpiry } from './lifecycle.ts';
import { isSameAddress } from './same-address.ts';
import { isCurrentSigner } from './turn.ts';
import { DAY_MS } from '../time.ts';

/**
 * Returns a participant's changes for a new link: a higher epoch, which replaces older links and sessions,
 * and the next reminder if the participant is emailed.
 */
export function issueLink(participant: Participant, envelope: Envelope, now: Timestamp) {
  return {
    id: participant.id,
    linkEpoch: participant.linkEpoch + 1,
    linkIssuedAt: now,
    reminderCount: 0,
    nextReminderAt:
      envelope.reminderPolicy === null || !isEmailed(participant)
        ? null
        : addDays(now, envelope.reminderPolicy.firstAfterDays),
    deliveryFailedAt: null,
  };
}

/**
 * Returns the events for the links that participants get when their turn comes. Only emailed participants get
 * a link.
 */
export function buildLinkEvents(participants: readonly Participant[]): NewEvent[] {
  return participants.filter(isEmailed).map(({ id, linkEpoch, email }) => ({
    action: 'participant.link_issued',
    payload: { participantId: id, epoch: linkEpoch + 1, email },
  }));
}

export function addDays(now: Timestamp, days: number): Timestamp {
  return new Date(Date.parse(now) + days * DAY_MS).toISOString();
}

/** Replaces a pending participant's link. All their earlier links stop working. */
export function resendLink(graph: EnvelopeGraph, participantId: string, facts: Facts): Decision {
  const { envelope } = graph;
  const participant = graph.participants.find(({ id }) => id === participantId);
  if (participant === undefined) return refuse('not_found');
  const refused = refuseByStatusOrExpiry('resend-link', envelope, facts.now);
  if (refused !== null) return refused;
  if (participant.status !== 'pending') {
    return refuse('invalid_state', { status: envelope.status, participantStatus: participant.status });
  }
  if (!isEmailed(participant))
    return refuse('invalid_state', { status: envelope.status, reason: 'not_emailed' });
  const link = replaceLink(graph, participant, facts);
  const { organizationId, id: envelopeId } = envelope;
  return accept({
    patch: { participants: { update: [link] } },
    events: [
      {
        action: 'participant.link_reissued',
        payload: { participantId, epoch: link.linkEpoch, email: participant.email },
      },
    ],
    effects: [
      { name: 'svc/participant.link_reissued', payload: { organizationId, envelopeId, participantId } },
    ],
  });
}

/**
 * Records that a sender takes a current signer's link, to pass it on themselves. The link stays the same.
 * Someone who proves their address by an emailed code gets their link by email as well, because the code
 * can't be passed on.
 */
export function takeLink(graph: EnvelopeGraph, participantId: string, facts: Pick<Facts, 'now'>): Decision {
  const { envelope } = graph;
  const { status } = envelope;
  const participant = graph.participants.find(({ id }) => id === participantId);
  if (participant === undefined) return refuse('not_found');
  const refused = refuseByStatusOrExpiry('resend-link', envelope, facts.now);
  if (refused !== null) return refused;
  if (!isCurrentSigner(graph, participantId))
    return refuse('invalid_state', { status, reason: 'not_their_turn' });
  if (!isEmailed(participant)) return refuse('invalid_state', { status, reason: 'not_emailed' });
  if (participant.authenticationMethod === 'email_code')
    return refuse('invalid_state', { status, reason: 'code_by_email' });
  const { email, linkEpoch: epoch } = participant;
  return accept({
    events: [{ action: 'participant.link_copied', payload: { participantId, epoch, email } }],
  });
}

/**
 * Returns a participant's changes for a link that replaces the one they have. Only current signers are
 * reminded. For all others, reminders start with their turn.
 */
export function replaceLink(graph: EnvelopeGraph, participant: Participant, { now }: Pick<Facts, 'now'>) {
  const issued = issueLink(participant, graph.envelope, now);
  return isCurrentSigner(graph, participant.id) ? issued : { ...issued, nextReminderAt: null };
}

/**
 * Emails a participant's link again because it has expired or was replaced. The email goes to their address
 * on the envelope, at most once an hour. Valid links stay valid, so someone who found an old one can't lock
 * the signer out. The response is the same if there is nothing to sign.
 */
export function renewLink(graph: EnvelopeGraph, participantId: string, facts: Facts): Decision {
  const { envelope } = graph;
  const participant = graph.participants.find(({ id }) => id === participantId);
  if (participant === undefined || participant.status !== 'pending' || !isEmailed(participant))
    return accept({});
  if (refuseByStatusOrExpiry('resend-link', envelope, facts.now) !== null) return accept({});
  if (wasMailedOfLate(participant, facts.now)) return accept({});
  const { organizationId, id: envelopeId } = envelope;
  const { linkEpoch: epoch, email } = participant;
  return accept({
    patch: {
      participants: { update: [{ id: participantId, linkIssuedAt: facts.now, deliveryFailedAt: null }] },
    },
    events: [{ action: 'participant.link_reissued', payload: { participantId, epoch, email } }],
    effects: [
      { name: 'svc/participant.link_reissued', payload: { organizationId, envelopeId, participantId } },
    ],
  });
}

/**
 * Checks whether the participant was emailed their link recently. Both link emails and reminders contain it.
 * Someone who was never emailed has no link to renew.
 */
function wasMailedOfLate({ linkIssuedAt, lastRemindedAt }: Participant, now: Timestamp): boolean {
  if (linkIssuedAt === null) return true;
  const last = Math.max(Date.parse(linkIssuedAt), lastRemindedAt === null ? 0 : Date.parse(lastRemindedAt));
  return Date.parse(now) < last + LIMITS.reminderWindowMs;
}

type Logged = readonly { readonly action: string; readonly payload: unknown }[];

/**
 * Returns the name of the person who was asked to act in place of the holder of an old link, or null if the
 * link stopped working for another reason.
 */
export function findDelegate(
  events: Logged,
  link: { readonly part: string; readonly epoch: number },
): string | null {
  const handedOver = events
    .filter(({ action }) => action === 'participant.delegated')
    .map(({ payload }) => payload as EventPayloads['participant.delegated'])
    .find(({ participantId, epoch }) => participantId === link.part && epoch === link.epoch + 1);
  return handedOver?.after.name ?? null;
}

/**
 * Finds the participant who replaced one that no longer exists because the envelope was recalled and edited:
 * the one with the same address.
 */
export function findSuccessor(
  { participants }: Pick<EnvelopeGraph, 'participants'>,
  events: Logged,
  participantId: string,
): Participant | undefined {
  const address = findRecalledAddress(events, participantId);
  return address === null ? undefined : participants.find(({ email }) => isSameAddress(email, address));
}

/**
 * Returns the address that a participant had when the envelope was last recalled, or null if they had no link
 * then. Editing a recalled envelope replaces its participants, so an older link may name a participant who no
 * longer exists.
 */
export function findRecalledAddress(events: Logged, participantId: string): string | null {
  const recalled = events
    .filter(({ action }) => action === 'envelope.recalled')
    .flatMap(({ payload }) => (payload as EventPayloads['envelope.recalled']).recipients)
    .findLast((recipient) => recipient.participantId === participantId);
  return recalled?.email ?? null;
}
