import { z } from 'zod';
import { ENVELOPE_SORTS } from '#domain/envelope/list.ts';
import {
  ATTENTION,
  ENVELOPE_STATUSES,
  ENVELOPE_VIEWS,
  PARTICIPANT_STATUSES,
} from '#domain/envelope/status.ts';
import { EVENT_ACTIONS } from '#domain/event/catalogue.ts';
import { LIMITS } from '#domain/limits.ts';
import { envelopeSchema } from './envelope.ts';
import { timestamp } from './text.ts';

export const listItemSchema = envelopeSchema
  .extend({
    teamName: z.string(),
    participantCount: z.int(),
    signedCount: z.int(),
    latestActivity: z
      .object({ action: z.enum(EVENT_ACTIONS), label: z.string(), occurredAt: timestamp })
      .describe('The newest event, in words for people.'),
    signers: z.array(
      z.object({
        participantId: z.string(),
        name: z.string(),
        status: z.enum(PARTICIPANT_STATUSES),
        declineReason: z.string().nullable(),
        lastEventLabel: z.string().nullable().describe('The newest event about them, in words for people.'),
        lastEventAt: timestamp.nullable(),
        lastRemindedAt: timestamp.nullable(),
        nextReminderAt: timestamp.nullable().describe('When the reminder policy will remind them.'),
      }),
    ),
    waitingFor: z
      .object({ participantId: z.string(), name: z.string(), since: timestamp })
      .nullable()
      .describe('Whose turn it is, and since when; null unless the envelope is in progress.'),
    attention: z
      .array(z.enum(ATTENTION))
      .describe(
        'What needs the sender. expiring_soon: within 72 hours. your_turn: the sender is the current signer.',
      ),
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
  view: z
    .enum(ENVELOPE_VIEWS)
    .optional()
    .describe(
      'attention: at least one attention value. waiting: in_progress. drafts: draft, detecting, review. Default: all.',
    ),
  sort: z
    .enum(ENVELOPE_SORTS)
    .optional()
    .describe(
      'created, sent, completed and activity: newest first, those that lack the moment at the end. name: ascending. urgency: attention first, then nearest expiresAt, then newest. Default: created.',
    ),
  q: filter.describe('Part of the display name or original file name, whatever its case.'),
  recipient: filter.describe('Part of the name or email of a participant, whatever its case.'),
  teamId: filter.describe('Only envelopes of this team.'),
  templateId: filter.describe('Only envelopes made from this template.'),
});
export type ListQuery = z.infer<typeof listQuery>;
