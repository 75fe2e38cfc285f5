import { accept, type Decision } from '../decision.ts';
import type { Facts } from './facts.ts';
import type { Envelope, EnvelopeGraph } from './graph.ts';
import { refuseByStatus } from './lifecycle.ts';

/** What a deleted draft says no more: whom it was for, what was in it, what it was called. */
const FORGOTTEN = {
  originalFilename: '',
  displayName: '',
  namePattern: null,
  metadata: null,
  prefill: null,
  detectedParties: null,
} as const satisfies Partial<Envelope>;

/**
 * Deletes a draft: nobody finds it any more, and nothing of what was written into it is kept. What was sent stays for
 * good.
 */
export function deleteDraft(graph: EnvelopeGraph, facts: Facts): Decision {
  const refusedByStatus = refuseByStatus('delete', graph.envelope);
  if (refusedByStatus !== null) return refusedByStatus;
  return accept({
    patch: {
      envelope: { ...FORGOTTEN, deletedAt: facts.now, scheduledSendAt: null },
      participants: { replace: [] },
      fields: { replace: [] },
    },
    events: [{ action: 'envelope.deleted', payload: {} }],
  });
}
