import { accept, type Decision } from '../decision.ts';
import type { Effect } from '../effects.ts';
import { actingSigner } from './acting-signer.ts';
import type { Facts } from './facts.ts';
import type { EnvelopeGraph } from './graph.ts';

/** Declines on the signer's turn and ends the envelope. The reason is already free of control characters. */
export function decline(
  graph: EnvelopeGraph,
  participantId: string,
  reason: string | null,
  facts: Facts,
): Decision {
  const acting = actingSigner(graph, participantId, 'decline', facts.now);
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
    effects: declinedMails(graph),
  });
}

/** Tells the sender and everyone who has already signed. */
function declinedMails(graph: EnvelopeGraph): Effect[] {
  const { organizationId, id: envelopeId } = graph.envelope;
  const signed = graph.participants.filter(({ status }) => status === 'signed').map(({ id }) => id);
  return ['sender', ...signed].map((recipient) => ({
    name: 'svc/envelope.declined',
    payload: { organizationId, envelopeId, recipient },
  }));
}
