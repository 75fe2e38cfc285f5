import { z } from 'zod';
import { ENVELOPE_SORTS, LIST_ARCHIVED, LIST_TURNS } from '#domain/envelope/list.ts';
import {
  ATTENTION,
  ENVELOPE_STATUSES,
  ENVELOPE_VIEWS,
  PARTICIPANT_STATUSES,
} from '#domain/envelope/status.ts';
import { EVENT_ACTIONS } from '#domain/event/catalogue.ts';
import { LIMITS } from '#domain/limits.ts';
import { envelopeSchema } from './envelope.ts';
import { pageQuery } from './pagination.ts';
import { moment, timestamp } from './text.ts';
import { EXAMPLE } from './examples.ts';
import { labelSchema } from './label.ts';
import { createIdSchema } from './identifier.ts';

export const listItemSchema = envelopeSchema
  .extend({
    labels: z.array(labelSchema).meta({ examples: [[]] }),
    archivedAt: timestamp.nullable().describe('When it was put into the archive.'),
    teamName: z.string().meta({ examples: ['General'] }),
    participantCount: z.int().meta({ examples: [1] }),
    signedCount: z.int().meta({ examples: [0] }),
    latestActivity: z
      .object({
        action: z.enum(EVENT_ACTIONS),
        label: z.string().meta({ examples: ['Sent'] }),
        occurredAt: timestamp.meta({ examples: [EXAMPLE.sentAt] }),
      })
      .describe('The latest event, in words.'),
    signers: z.array(
      z.object({
        participantId: createIdSchema('participant'),
        name: z.string().meta({ examples: [EXAMPLE.name] }),
        status: z.enum(PARTICIPANT_STATUSES),
        declineReason: z.string().nullable(),
        lastEventLabel: z
          .string()
          .nullable()
          .describe('The latest event about them, in words.')
          .meta({ examples: ['Link issued'] }),
        lastEventAt: timestamp.nullable().meta({ examples: [EXAMPLE.sentAt] }),
        lastRemindedAt: timestamp.nullable(),
        nextReminderAt: timestamp.nullable().describe('When the next automatic reminder is due.'),
      }),
    ),
    waitingFor: z
      .object({
        participantId: z.string(),
        name: z.string(),
        since: timestamp,
        otherCount: z.int().describe('Number of other current signers.'),
      })
      .nullable()
      .describe('The first current signer and since when; null unless the envelope is in progress.'),
    attention: z
      .array(z.enum(ATTENTION))
      .describe(
        'What needs attention. expiring_soon: within 72 hours. your_turn: the sender is the current signer.',
      )
      .meta({ examples: [[]] }),
  })
  .meta({ id: 'EnvelopeListItem' });
export type EnvelopeListItem = z.infer<typeof listItemSchema>;

const filter = z.string().min(1).max(LIMITS.filterMaxChars).optional();

const metadataPair = z
  .string()
  .max(LIMITS.metadataKeyMaxChars + 1 + LIMITS.metadataValueMaxChars)
  .regex(/^[^:]+:/, 'must be a key and a value with a colon between them');

export const listQuery = z.strictObject({
  ...pageQuery,
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
  turn: z
    .enum(LIST_TURNS)
    .optional()
    .describe(
      'mine: only envelopes that you sent and whose current signer you are. others: only the rest of the view.',
    ),
  sort: z
    .enum(ENVELOPE_SORTS)
    .optional()
    .describe(
      'created, sent, completed, activity: newest first, envelopes without the date last. name: ascending. urgency: attention first, then nearest expiresAt, then newest. Default: created.',
    ),
  q: filter.describe('Part of the display name or original file name, case-insensitive.'),
  search: filter.describe(
    'Words in any order, in the name, file names, recipients and text of the documents. The start of a word is enough; case and accents are ignored.',
  ),
  recipient: filter.describe("Part of a participant's name or email, case-insensitive."),
  teamId: filter.describe('Only envelopes of this team.'),
  templateId: filter.describe('Only envelopes created from this template.'),
  labelId: filter.describe('Only envelopes with this label.'),
  archived: z
    .enum(LIST_ARCHIVED)
    .optional()
    .describe('only: only envelopes in the archive. without: only the others. Default: both.'),
  metadata: z
    .union([metadataPair, z.array(metadataPair).min(1).max(LIMITS.metadataFiltersMax)])
    .optional()
    .describe(
      'Only envelopes whose metadata has this pair, as key:value, such as crmId:4711. The key ends at the first colon. Repeat the parameter for several pairs, which must all match.',
    ),
  sender: filter.describe('Only envelopes of this sender: their exact email, case-insensitive, or user ID.'),
  createdFrom: moment.optional().describe('Only envelopes created at this time or later.'),
  createdTo: moment.optional().describe('Only envelopes created before this time.'),
  sentFrom: moment.optional().describe('Only envelopes sent at this time or later.'),
  sentTo: moment.optional().describe('Only envelopes sent before this time.'),
  completedFrom: moment.optional().describe('Only envelopes completed at this time or later.'),
  completedTo: moment.optional().describe('Only envelopes completed before this time.'),
});
export type ListQuery = z.infer<typeof listQuery>;
