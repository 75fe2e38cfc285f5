import type { Effect } from '../effects.ts';
import type { Envelope } from './graph.ts';

type Named = Pick<Envelope, 'id' | 'organizationId'>;

/** Returns the job that reads an envelope's document. */
export function readingRequested({ id, organizationId }: Named): Effect {
  return { name: 'svc/document.received', payload: { organizationId, envelopeId: id } };
}

/** Queues detection: returns the envelope's changes and the job. */
export function queuedDetection(envelope: Named): {
  readonly changes: { readonly detectionStatus: 'queued' };
  readonly effects: readonly Effect[];
} {
  return { changes: { detectionStatus: 'queued' }, effects: [readingRequested(envelope)] };
}

/** Cancels detection that hasn't started. */
export function withoutQueuedDetection({ detectionStatus }: Envelope): { readonly detectionStatus?: 'none' } {
  return detectionStatus === 'queued' ? { detectionStatus: 'none' } : {};
}
