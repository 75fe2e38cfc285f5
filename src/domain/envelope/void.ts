import { accept, type Decision } from '../decision.ts';
import type { Effect } from '../effects.ts';
import type { Facts } from './facts.ts';
import type { EnvelopeGraph } from './graph.ts';
import { refuseByStatus } from './lifecycle.ts';
import { isNotified } from './participant-delivery.ts';

/** Voids the envelope and tells everyone who had a link. */
export function voidEnvelope(graph: EnvelopeGraph, reason: string | null, facts: Facts): Decision {
  const refusedByStatus = refuseByStatus('void', graph.envelope);
  if (refusedByStatus !== null) return refusedByStatus;
  return accept({
    patch: { envelope: { status: 'voided', voidedAt: facts.now, scheduledSendAt: null } },
    events: [{ action: 'envelope.voided', payload: { reason } }],
    effects: buildVoidedEmails(graph),
  });
}

function buildVoidedEmails(graph: EnvelopeGraph): Effect[] {
  const { organizationId, id: envelopeId } = graph.envelope;
  const asked = graph.participants.filter((one) => one.linkIssuedAt !== null && isNotified(one));
  const informed = graph.copies.filter(({ sentAt }) => sentAt !== null);
  return [...asked, ...informed].map(({ id }) => ({
    name: 'svc/envelope.voided',
    payload: { organizationId, envelopeId, recipient: id },
  }));
}
