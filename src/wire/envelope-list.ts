import { z } from 'zod';
import {
  ATTENTION,
  ENVELOPE_STATUSES,
  ENVELOPE_VIEWS,
  PARTICIPANT_STATUSES,
} from '#domain/envelope/status.ts';
import { LIMITS } from '#domain/limits.ts';
import { envelopeSchema } from './envelope.ts';
import { timestamp } from './text.ts';

export const listItemSchema = envelopeSchema
  .extend({
    teamName: z.string(),
    participantCount: z.int(),
    signedCount: z.int(),
    latestActivity: z.object({ label: z.string(), occurredAt: timestamp }),
    signers: z.array(
      z.object({
        participantId: z.string(),
        name: z.string(),
        status: z.enum(PARTICIPANT_STATUSES),
        declineReason: z.string().nullable(),
        lastEventLabel: z.string().nullable(),
        lastEventAt: timestamp.nullable(),
        lastRemindedAt: timestamp.nullable(),
        nextReminderAt: timestamp.nullable(),
      }),
    ),
    attention: z.array(z.enum(ATTENTION)),
  })
  .meta({ id: 'EnvelopeListItem' });
export type EnvelopeListItem = z.infer<typeof listItemSchema>;

const filter = z.string().min(1).max(LIMITS.filterMaxChars).optional();

export const listQuery = z.strictObject({
  cursor: z
    .string()
    .min(1)
    .max(LIMITS.cursorMaxChars)
    .optional()
    .describe('nextCursor of the previous page.'),
  limit: z.int().min(1).max(LIMITS.listLimitMax).optional().describe('Default: 50.'),
  status: z
    .array(z.enum(ENVELOPE_STATUSES))
    .min(1)
    .optional()
    .describe('One or more statuses, comma-separated.'),
  view: z.enum(ENVELOPE_VIEWS).optional().describe('Default: all.'),
  q: filter.describe('Part of the display name or original file name, whatever its case.'),
});
export type ListQuery = z.infer<typeof listQuery>;
