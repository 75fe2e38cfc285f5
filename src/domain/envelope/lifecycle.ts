import { refuse, type Refuse } from '../decision.ts';
import type { Envelope } from './graph.ts';
import type { EnvelopeStatus } from './status.ts';
import type { Timestamp } from '../timestamp.ts';

type Transition = { readonly from: readonly EnvelopeStatus[]; readonly to: EnvelopeStatus | 'unchanged' };

/**
 * The state machine of an envelope. For each operation, it lists the statuses that allow the operation and
 * the status that follows.
 */
export const LIFECYCLE = {
  upload: { from: ['draft'], to: 'unchanged' },
  /** Allowed while other files are being read, because whatever is found in a file moves with its pages. */
  'change-documents': { from: ['draft', 'detecting', 'review'], to: 'unchanged' },
  /** Receives the bytes of a document that was added without them. */
  'receive-document': { from: ['draft', 'detecting', 'review'], to: 'unchanged' },
  detect: { from: ['draft', 'review'], to: 'detecting' },
  'finish-detection': { from: ['detecting'], to: 'review' },
  draft: { from: ['draft', 'review'], to: 'unchanged' },
  delete: { from: ['draft', 'review'], to: 'unchanged' },
  schedule: { from: ['draft', 'review'], to: 'unchanged' },
  send: { from: ['draft', 'review'], to: 'in_progress' },
  remind: { from: ['in_progress'], to: 'unchanged' },
  'resend-link': { from: ['in_progress'], to: 'unchanged' },
  correct: { from: ['in_progress'], to: 'unchanged' },
  'extend-expiry': { from: ['in_progress'], to: 'unchanged' },
  expire: { from: ['in_progress'], to: 'expired' },
  view: { from: ['in_progress'], to: 'unchanged' },
  consent: { from: ['in_progress'], to: 'unchanged' },
  sign: { from: ['in_progress'], to: 'unchanged' },
  delegate: { from: ['in_progress'], to: 'unchanged' },
  /** A participant asks, or requests a change. */
  ask: { from: ['in_progress'], to: 'unchanged' },
  answer: { from: ['in_progress'], to: 'unchanged' },
  complete: { from: ['in_progress'], to: 'completed' },
  decline: { from: ['in_progress'], to: 'declined' },
  /** Begins the next version, which replaces the envelope once it is sent. */
  'start-version': { from: ['in_progress', 'declined'], to: 'unchanged' },
  recall: { from: ['in_progress'], to: 'draft' },
  void: { from: ['draft', 'review', 'in_progress'], to: 'voided' },
  seal: { from: ['completed'], to: 'unchanged' },
  /** Not allowed while detection is running. */
  'save-template': {
    from: ['draft', 'review', 'in_progress', 'completed', 'declined', 'voided', 'expired'],
    to: 'unchanged',
  },
} as const satisfies Record<string, Transition>;
export type Operation = keyof typeof LIFECYCLE;

/** Refuses with `invalid_state` if the status doesn't allow the operation, otherwise returns null. */
export function refuseByStatus(operation: Operation, envelope: Envelope): Refuse | null {
  const allowed: readonly EnvelopeStatus[] = LIFECYCLE[operation].from;
  return allowed.includes(envelope.status) ? null : refuse('invalid_state', { status: envelope.status });
}

/**
 * Refuses with `invalid_state` if the status doesn't allow the operation or the expiry date has passed,
 * otherwise returns null.
 */
export function refuseByStatusOrExpiry(
  operation: Operation,
  envelope: Envelope,
  now: Timestamp,
): Refuse | null {
  const refusedByStatus = refuseByStatus(operation, envelope);
  if (refusedByStatus !== null || !hasExpired(envelope, now)) return refusedByStatus;
  return refuse('invalid_state', { status: envelope.status, reason: 'expired' });
}

/** Checks whether the expiry date has passed, even if no job has expired the envelope yet. */
export function hasExpired({ expiresAt }: Pick<Envelope, 'expiresAt'>, now: Timestamp): boolean {
  return expiresAt !== null && expiresAt <= now;
}
