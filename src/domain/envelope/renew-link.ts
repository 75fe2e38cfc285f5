import { accept, type Decision } from '../decision.ts';
import { LIMITS } from '../limits.ts';
import { hasExpired } from './expire.ts';
import type { Facts } from './facts.ts';
import type { EnvelopeGraph, Participant } from './graph.ts';
import type { Timestamp } from '../timestamp.ts';
import { refuseByStatus } from './lifecycle.ts';

/**
 * Mails a participant their link once more because they hold one that has expired or was replaced: to the address that the
 * envelope has of them, at most once an hour after the last mail with a link. The links that hold go on holding, so that who
 * found an old one can take nothing from the signer. Where there is nothing to sign any more nothing happens: who asks is
 * answered the same.
 */
export function renewLink(graph: EnvelopeGraph, participantId: string, facts: Facts): Decision {
  const { envelope } = graph;
  const participant = graph.participants.find(({ id }) => id === participantId);
  if (participant === undefined || participant.status !== 'pending') return accept({});
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

/** Both a link and a reminder carry the way in. Who was never mailed has no link to have renewed. */
function wasMailedOfLate({ linkIssuedAt, lastRemindedAt }: Participant, now: Timestamp): boolean {
  if (linkIssuedAt === null) return true;
  const last = Math.max(Date.parse(linkIssuedAt), lastRemindedAt === null ? 0 : Date.parse(lastRemindedAt));
  return Date.parse(now) < last + LIMITS.reminderWindowMs;
}
