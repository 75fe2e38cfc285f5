import type { Timestamp } from '../timestamp.ts';

/** Why an envelope was erased: its retention period ended, or someone asked for it. */
export const ERASURE_REASONS = ['retention', 'request'] as const;
export type ErasureReason = (typeof ERASURE_REASONS)[number];

/** The shortest and the longest time that ended envelopes can be kept, in years. */
export const RETENTION_YEARS = { min: 1, max: 50 } as const;

/** The placeholder for an erased person. */
export const ERASED_PERSON = { name: '—', email: 'erased@erased.invalid' } as const;

/**
 * Returns the cutoff for erasure: envelopes that ended before it are erased now. February 29 becomes March 1.
 */
export function getRetentionCutoff(years: number, now: Date): Timestamp {
  const cutoff = new Date(now);
  cutoff.setUTCFullYear(cutoff.getUTCFullYear() - years);
  return cutoff.toISOString();
}
