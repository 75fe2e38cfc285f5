import { z } from 'zod';
import { ERASURE_REASONS, RETENTION_YEARS } from '#domain/organization/retention.ts';
import { LIMITS } from '#domain/limits.ts';
import { createRequiredLineSchema } from './text.ts';

/** The number of years after which ended envelopes are erased. Null keeps them. */
export const retentionRule = z.strictObject({
  years: z.int().min(RETENTION_YEARS.min).max(RETENTION_YEARS.max).nullable(),
});

export const holdInput = z.strictObject({
  envelopeId: z.string(),
  reason: createRequiredLineSchema(LIMITS.holdReasonMaxChars),
});

export const legalHold = z.strictObject({
  envelopeId: z.string(),
  envelopeName: z.string(),
  reason: z.string(),
  placedBy: z.string(),
  placedAt: z.iso.datetime(),
});

/** What remains of an erased envelope. */
export const erasure = z.strictObject({
  id: z.string(),
  envelopeId: z.string(),
  reason: z.enum(ERASURE_REASONS),
  documents: z.record(z.string(), z.string()),
  headHash: z.string(),
  eventCount: z.int(),
  erasedAt: z.iso.datetime(),
});

/**
 * The number of envelopes that a person was erased from, and the number of envelopes that keep the person for
 * now.
 */
export const personErasure = z.strictObject({
  erased: z.int(),
  held: z.int(),
  open: z.int(),
});
