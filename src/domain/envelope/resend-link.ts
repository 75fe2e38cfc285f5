import { accept, refuse, type Decision } from '../decision.ts';
import type { Facts } from './facts.ts';
import { hasExpired } from './expire.ts';
import type { EnvelopeGraph } from './graph.ts';
import { issueLink } from './issue-link.ts';
import { refuseByStatus } from './lifecycle.ts';
import { isEmailed } from './participant-delivery.ts';
import { isCurrentSigner } from './turn.ts';

/** Replaces a pending participant's link. All their earlier links stop working. */
export function resendLink(graph: EnvelopeGraph, participantId: string, facts: Facts): Decision {
  const { envelope } = graph;
  const participant = graph.participants.find(({ id }) => id === participantId);
  if (participant === undefined) return refuse('not_found');
  const refusedByStatus = refuseByStatus('resend-link', envelope);
  if (refusedByStatus !== null) return refusedByStatus;
  if (hasExpired(envelope, facts.now))
    return refuse('invalid_state', { status: envelope.status, reason: 'expired' });
  if (participant.status !== 'pending') {
    return refuse('invalid_state', { status: envelope.status, participantStatus: participant.status });
  }
  if (!isEmailed(participant))
    return refuse('invalid_state', { status: envelope.status, reason: 'not_emailed' });
  const issued = issueLink(participant, envelope, facts.now);
  // Only current signers are reminded. For all others, reminders start with their turn.
  const link = isCurrentSigner(graph, participantId) ? issued : { ...issued, nextReminderAt: null };
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
