import type { Effect } from '../effects.ts';
import type { Envelope } from './graph.ts';

type Named = Pick<Envelope, 'id' | 'organizationId'>;

/** Returns the job that reads an envelope's document. */
export function requestReading({ id, organizationId }: Named): Effect {
  return { name: 'svc/document.received', payload: { organizationId, envelopeId: id } };
}

/** Queues detection: returns the envelope's changes and the job. */
export function queueDetection(envelope: Named): {
  readonly changes: { readonly detectionStatus: 'queued' };
  readonly effects: readonly Effect[];
} {
  return { changes: { detectionStatus: 'queued' }, effects: [requestReading(envelope)] };
}

/**
 * Checks whether detection is running or about to start, so that files added in the meantime are read as
 * well.
 */
export function isDetectionUnderWay({
  status,
  detectionStatus,
}: Pick<Envelope, 'status' | 'detectionStatus'>): boolean {
  return status === 'detecting' || detectionStatus === 'queued';
}

/** Returns the changes that cancel detection that hasn't started. */
export function withoutQueuedDetection({ detectionStatus }: Envelope): { readonly detectionStatus?: 'none' } {
  return detectionStatus === 'queued' ? { detectionStatus: 'none' } : {};
}
