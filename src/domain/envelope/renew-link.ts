import { accept, type Decision } from '../decision.ts';
import { LIMITS } from '../limits.ts';
import { hasExpired } from './expire.ts';
import type { Facts } from './facts.ts';
import type { EnvelopeGraph, Participant } from './graph.ts';
import type { Timestamp } from '../timestamp.ts';
import { refuseByStatus } from './lifecycle.ts';
import { isEmailed } from './participant-delivery.ts';

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
  if (refuseByStatus('resend-link', envelope) !== null || hasExpired(envelope, facts.now)) return accept({});
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
