import { z } from 'zod';
import { BULK_STOPS } from '#domain/bulk-send/stop.ts';
import { LIMITS } from '#domain/limits.ts';
import { createIdSchema } from './identifier.ts';
import { messageInput } from './message.ts';
import { createRequiredLineSchema, timestamp } from './text.ts';

/** A template and a recipient list. */
export const bulkTarget = {
  templateId: createIdSchema('template').describe('The template.'),
  filename: createRequiredLineSchema(LIMITS.filenameMaxChars)
    .describe('The name of the list.')
    .meta({ examples: ['consultants.csv'] }),
  csv: z
    .string()
    .min(1)
    .max(LIMITS.bulkListMaxChars)
    .describe(
      'The recipients in CSV (RFC 4180), one envelope a line, with the columns that the template needs.',
    )
    .meta({ examples: ['Consultant name,Consultant email\nAda Lovelace,ada@example.com'] }),
};

/** What all envelopes of a bulk send have in common. */
export const sharedSettings = {
  message: messageInput
    .nullish()
    .describe(
      "Message of all envelopes. The list's own columns take precedence. Default: the template's; null for none.",
    ),
  expiryDays: z
    .int()
    .min(1)
    .max(LIMITS.expiryDaysMax)
    .nullish()
    .describe("The days after which the envelopes expire. Default: the organization's; null for never."),
  labelIds: z
    .array(createIdSchema('label'))
    .max(LIMITS.envelopeLabelsMax)
    .optional()
    .describe('Labels of all envelopes.'),
};

export const rowIssueSchema = z.object({
  line: z.int().min(1),
  column: z.string().nullable(),
  message: z.string().meta({ examples: ['is not an email address'] }),
});

/** The state and progress of a bulk send. */
export const bulkSendSchema = z.object({
  id: createIdSchema('bulkSend'),
  templateId: createIdSchema('template'),
  filename: z.string().meta({ examples: ['consultants.csv'] }),
  rowCount: z.int(),
  sentCount: z.int(),
  failedCount: z.int(),
  createdAt: timestamp,
  finishedAt: timestamp.nullable(),
  stopReason: z.enum(BULK_STOPS).nullable(),
});
export type WireBulkSend = z.infer<typeof bulkSendSchema>;
