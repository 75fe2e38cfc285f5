import { accept, type Decision } from '../decision.ts';
import type { Facts } from './facts.ts';
import type { Envelope, EnvelopeGraph } from './graph.ts';
import { refuseByStatus } from './lifecycle.ts';

/** Clears the personal data and content that a deleted draft must not keep. */
const FORGOTTEN = {
  originalFilename: '',
  displayName: '',
  namePattern: null,
  message: null,
  metadata: null,
  prefill: null,
  variableValues: null,
  detectedParties: null,
} as const satisfies Partial<Envelope>;

/** Deletes a draft and everything that was written into it. Sent envelopes can't be deleted. */
export function deleteDraft(graph: EnvelopeGraph, facts: Facts): Decision {
  const refusedByStatus = refuseByStatus('delete', graph.envelope);
  if (refusedByStatus !== null) return refusedByStatus;
  return accept({
    patch: {
      envelope: { ...FORGOTTEN, deletedAt: facts.now, scheduledSendAt: null },
      participants: { replace: [] },
      fields: { replace: [] },
      copies: { replace: [] },
      files: [],
    },
    events: [{ action: 'envelope.deleted', payload: {} }],
  });
}
