import type { Effect } from '../effects.ts';
import type { Envelope } from './graph.ts';

type Named = Pick<Envelope, 'id' | 'organizationId'>;

/** The job that reads an envelope's document: converts it where that is still to be done, and detects its fields. */
export function readingRequested({ id, organizationId }: Named): Effect {
  return { name: 'svc/document.received', payload: { organizationId, envelopeId: id } };
}

/** What has a document's fields detected by a job: the envelope's changes and the job request. */
export function queuedDetection(envelope: Named): {
  readonly changes: { readonly detectionStatus: 'queued' };
  readonly effects: readonly Effect[];
} {
  return { changes: { detectionStatus: 'queued' }, effects: [readingRequested(envelope)] };
}

/** What becomes of a detection that has not begun when the sender goes on without it: it is not wanted any more. */
export function withoutQueuedDetection({ detectionStatus }: Envelope): { readonly detectionStatus?: 'none' } {
  return detectionStatus === 'queued' ? { detectionStatus: 'none' } : {};
}
