import { accept, type Decision } from '../decision.ts';
import type { Facts } from './facts.ts';
import type { EnvelopeGraph, Participant } from './graph.ts';

/**
 * Records that a mail to a participant was refused for good. A new link clears it; what became of mails from before
 * that link matters no more.
 */
export function deliveryFailed(
  graph: EnvelopeGraph,
  { id: participantId, linkEpoch }: Pick<Participant, 'id' | 'linkEpoch'>,
  reason: string,
  facts: Facts,
): Decision {
  const participant = graph.participants.find(({ id }) => id === participantId);
  if (participant === undefined || participant.linkEpoch !== linkEpoch) return accept({});
  if (participant.deliveryFailedAt !== null) return accept({});
  return accept({
    patch: { participants: { update: [{ id: participantId, deliveryFailedAt: facts.now }] } },
    events: [
      { action: 'participant.delivery_failed', payload: { participantId, email: participant.email, reason } },
    ],
  });
}
