import { accept, type Decision } from '../decision.ts';
import type { Facts } from './facts.ts';
import type { EnvelopeGraph, Participant } from './graph.ts';
import type { Timestamp } from '../timestamp.ts';

/**
 * Records that an email to a participant bounced. Only a bounce of the current signer's newest link counts.
 * `sentAt` is when the email was first sent.
 */
export function recordBounce(
  graph: EnvelopeGraph,
  mail: { readonly participantId: string; readonly sentAt: Timestamp; readonly reason: string },
  facts: Facts,
): Decision {
  const participant = graph.participants.find(({ id }) => id === mail.participantId);
  if (graph.envelope.status !== 'in_progress' || participant?.status !== 'pending') return accept({});
  const { linkIssuedAt } = participant;
  if (linkIssuedAt === null || Date.parse(mail.sentAt) < Date.parse(linkIssuedAt)) return accept({});
  return recordDeliveryFailure(graph, participant, mail.reason, facts);
}

/**
 * Records that an email, or a text message to a phone, failed for good. A new link clears the failure, so
 * failures from before that link are ignored.
 */
export function recordDeliveryFailure(
  graph: EnvelopeGraph,
  { id: participantId, linkEpoch }: Pick<Participant, 'id' | 'linkEpoch'>,
  reason: string,
  facts: Facts,
  textedTo: { readonly phone?: string } = {},
): Decision {
  const participant = graph.participants.find(({ id }) => id === participantId);
  if (participant === undefined || participant.linkEpoch !== linkEpoch) return accept({});
  if (participant.deliveryFailedAt !== null) return accept({});
  return accept({
    patch: { participants: { update: [{ id: participantId, deliveryFailedAt: facts.now }] } },
    events: [
      {
        action: 'participant.delivery_failed',
        payload: { participantId, email: participant.email, reason, ...textedTo },
      },
    ],
  });
}
