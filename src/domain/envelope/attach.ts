import { accept, refuse, refuseInvalid, type Decision } from '../decision.ts';
import { getFieldTypeFacts } from '../field/catalogue.ts';
import { resolveActingSigner } from './acting-signer.ts';
import type { Facts } from './facts.ts';
import type { EnvelopeGraph } from './graph.ts';

/**
 * Decides whether a participant may upload a file for a field. The file counts only once the participant
 * signs with it, so the upload isn't logged.
 */
export function attach(
  graph: EnvelopeGraph,
  participantId: string,
  fieldId: string,
  { now }: Pick<Facts, 'now'>,
): Decision {
  const refused = refuseUploads(graph, participantId, now);
  if (refused !== null) return refused;
  const field = graph.fields.find(({ id }) => id === fieldId);
  if (field?.participantId !== participantId) return refuseInvalid('/fieldId', 'is not one of your fields');
  if (getFieldTypeFacts(field.type).answer !== 'file')
    return refuseInvalid('/fieldId', "doesn't take a file");
  return accept({});
}

/** Decides whether a participant may remove a file that they uploaded. */
export function detach(graph: EnvelopeGraph, participantId: string, { now }: Pick<Facts, 'now'>): Decision {
  return refuseUploads(graph, participantId, now) ?? accept({});
}

function refuseUploads(graph: EnvelopeGraph, participantId: string, now: Facts['now']) {
  const acting = resolveActingSigner(graph, participantId, 'sign', now);
  if (acting.kind === 'refuse') return acting;
  const { consumerDisclosure, status } = graph.envelope;
  if (!consumerDisclosure || acting.participant.consentedAt !== null) return null;
  return refuse('invalid_state', { status, reason: 'consent_required' });
}
