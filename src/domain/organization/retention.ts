import type { Timestamp } from '../timestamp.ts';

/** Why an envelope was erased: its time was up, or someone asked for it. */
export const ERASURE_REASONS = ['retention', 'request'] as const;
export type ErasureReason = (typeof ERASURE_REASONS)[number];

/** How long ended envelopes can be kept at most and at least, in years. */
export const RETENTION_YEARS = { min: 1, max: 50 } as const;

/** What stands in place of an erased person. */
export const ERASED_PERSON = { name: '—', email: 'erased@erased.invalid' } as const;

/** Returns the time before which envelopes must have ended to be erased now. February 29 becomes March 1. */
export function getRetentionCutoff(years: number, now: Date): Timestamp {
  const cutoff = new Date(now);
  cutoff.setUTCFullYear(cutoff.getUTCFullYear() - years);
  return cutoff.toISOString();
}
