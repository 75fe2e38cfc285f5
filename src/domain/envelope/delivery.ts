import { accept, type Decision } from '../decision.ts';
import type { Facts } from './facts.ts';
import type { EnvelopeGraph } from './graph.ts';

/** Records that a mail to a participant was refused for good. A new link clears it. */
export function deliveryFailed(
  graph: EnvelopeGraph,
  participantId: string,
  reason: string,
  facts: Facts,
): Decision {
  const participant = graph.participants.find(({ id }) => id === participantId);
  if (participant === undefined || participant.deliveryFailedAt !== null) return accept({});
  return accept({
    patch: { participants: { update: [{ id: participantId, deliveryFailedAt: facts.now }] } },
    events: [
      { action: 'participant.delivery_failed', payload: { participantId, email: participant.email, reason } },
    ],
  });
}
