import { z } from 'zod';
import { EXPORT_STOPS } from '#domain/organization/export.ts';

/** An export of everything that the organization has. */
export const exportSchema = z.strictObject({
  id: z.string(),
  startedBy: z.string(),
  total: z.int(),
  done: z.int(),
  finishedAt: z.iso.datetime().nullable(),
  /** Why it ended before it had everything. It can't be downloaded then. */
  stopReason: z.enum(EXPORT_STOPS).nullable(),
  createdAt: z.iso.datetime(),
  /** When the export is deleted. */
  expiresAt: z.iso.datetime(),
  parts: z.array(z.strictObject({ number: z.int(), sizeBytes: z.int(), sha256: z.string() })),
});
