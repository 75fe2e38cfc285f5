import { accept, type Decision } from '../decision.ts';
import type { Facts } from './facts.ts';
import type { EnvelopeGraph } from './graph.ts';
import { refuseByStatus } from './lifecycle.ts';

/** Deletes a draft: nobody finds it any more. What was sent stays for good. */
export function deleteDraft(graph: EnvelopeGraph, facts: Facts): Decision {
  const refusedByStatus = refuseByStatus('delete', graph.envelope);
  if (refusedByStatus !== null) return refusedByStatus;
  return accept({
    patch: { envelope: { deletedAt: facts.now, scheduledSendAt: null } },
    events: [{ action: 'envelope.deleted', payload: {} }],
  });
}
