import { z } from 'zod';
import { BULK_STOPS } from '#domain/bulk-send/stop.ts';
import { LIMITS } from '#domain/limits.ts';
import { requiredLine, timestamp } from './text.ts';

/** A recipient list: UTF-8 text in CSV (RFC 4180). */
export const recipientList = {
  filename: requiredLine(LIMITS.filenameMaxChars),
  csv: z.string().min(1).max(LIMITS.bulkListMaxChars),
};

export const rowIssueSchema = z.object({
  line: z.int().min(1),
  column: z.string().nullable(),
  message: z.string(),
});

/** The progress of a bulk send. */
export const bulkSendSchema = z.object({
  id: z.string(),
  templateId: z.string(),
  filename: z.string(),
  rowCount: z.int(),
  sentCount: z.int(),
  failedCount: z.int(),
  createdAt: timestamp,
  finishedAt: timestamp.nullable(),
  stopReason: z.enum(BULK_STOPS).nullable(),
});
export type WireBulkSend = z.infer<typeof bulkSendSchema>;
