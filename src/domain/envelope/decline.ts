import { accept, type Decision } from '../decision.ts';
import type { Effect } from '../effects.ts';
import { isCurrentSigner, resolveActingSigner } from './turn.ts';
import type { Facts } from './facts.ts';
import type { EnvelopeGraph } from './graph.ts';
import { isNotified } from './participant-delivery.ts';

/** Declines during the signer's turn and ends the envelope. `reason` contains no control characters. */
export function decline(
  graph: EnvelopeGraph,
  participantId: string,
  reason: string | null,
  facts: Facts,
): Decision {
  const acting = resolveActingSigner(graph, participantId, 'decline', facts.now);
  if (acting.kind === 'refuse') return acting;
  return accept({
    patch: {
      envelope: { status: 'declined', declinedAt: facts.now },
      participants: {
        update: [
          {
            id: participantId,
            status: 'declined',
            declinedAt: facts.now,
            declineReason: reason,
            lastIpAddress: facts.audit.ipAddress,
            lastUserAgent: facts.audit.userAgent,
          },
        ],
      },
    },
    events: [
      { action: 'participant.declined', payload: { participantId, reason } },
      { action: 'envelope.declined', payload: { participantId } },
    ],
    effects: buildDeclinedEmails(graph, participantId),
  });
}

/** Tells the sender, everyone who has already signed, and everyone who was asked at the same time. */
function buildDeclinedEmails(graph: EnvelopeGraph, declinedBy: string): Effect[] {
  const { organizationId, id: envelopeId } = graph.envelope;
  const asked = graph.participants.filter(
    (one) =>
      one.id !== declinedBy && isNotified(one) && (one.status === 'signed' || isCurrentSigner(graph, one.id)),
  );
  return ['sender', ...asked.map(({ id }) => id)].map((recipient) => ({
    name: 'svc/envelope.declined',
    payload: { organizationId, envelopeId, recipient },
  }));
}
