import { z } from 'zod';
import { AUTO_SOURCES, FIELD_SOURCES, FIELD_TYPES } from '#domain/field/catalogue.ts';
import { attachmentSchema } from './attachment.ts';
import { timestamp } from './text.ts';
import { fieldDetails } from './field-details.ts';
import { EXAMPLE } from './examples.ts';
import { createIdSchema, createNullableIdSchema } from './identifier.ts';

/** The place of a field, in fractions of the displayed page from the top left. */
export const place = {
  page: z
    .int()
    .min(1)
    .describe('From 1.')
    .meta({ examples: [1] }),
  x: z
    .number()
    .describe('Distance from the left edge, as a fraction (0 to 1) of the displayed page.')
    .meta({ examples: [0.1] }),
  y: z
    .number()
    .describe('Distance from the top edge, as a fraction of the page height.')
    .meta({ examples: [0.7] }),
  width: z
    .number()
    .describe('As a fraction of the page width.')
    .meta({ examples: [0.3] }),
  height: z
    .number()
    .describe('As a fraction of the page height.')
    .meta({ examples: [0.06] }),
};

/** A field, as the sender sees it. */
export const envelopeFieldSchema = z
  .object({
    id: createIdSchema('field'),
    envelopeId: createIdSchema('envelope'),
    organizationId: createIdSchema('organization'),
    participantId: createNullableIdSchema('participant').describe(
      "Participant who fills it in; null if it isn't assigned, and for what the sender puts on the pages.",
    ),
    type: z.enum(FIELD_TYPES),
    ...fieldDetails,
    ...place,
    label: z
      .string()
      .nullable()
      .describe('What the signer is asked for; null shows the type.')
      .meta({ examples: ['Signature'] }),
    required: z.boolean().meta({ examples: [true] }),
    options: z
      .array(z.string())
      .nullable()
      .describe(
        'The options of a field of type dropdown or choices, or the value of a radio button; null for other types.',
      ),
    source: z
      .enum(FIELD_SOURCES)
      .describe(
        "manual: placed by the sender. detected: found on the page. template: from the template. form: from the document's own form.",
      )
      .meta({ examples: ['manual'] }),
    prefillValue: z.string().nullable().describe('Initial value, or the text of a note.'),
    locked: z.boolean().describe("Whether the signer can't change the initial value."),
    autoSource: z
      .enum(AUTO_SOURCES)
      .nullable()
      .describe('What the service fills in when the participant signs.'),
    proposedAutoSource: z
      .enum(AUTO_SOURCES)
      .nullable()
      .describe('autoSource proposed by detection. It has no effect until you set autoSource.'),
    value: z
      .string()
      .nullable()
      .describe(
        'The signed value: true or false for a checkbox, YYYY-MM-DD for a date, the chosen options on a line each for choices. Null before signing.',
      ),
    attachment: attachmentSchema
      .nullable()
      .describe(
        'The first file behind the value of an attachment field. For its signer, also what they have uploaded so far.',
      ),
    attachments: z
      .array(attachmentSchema)
      .describe('All files behind the value of an attachment field, in order.')
      .meta({ examples: [[]] }),
    filledAt: timestamp.nullable(),
    createdAt: timestamp.meta({ examples: [EXAMPLE.createdAt] }),
    updatedAt: timestamp.meta({ examples: [EXAMPLE.createdAt] }),
    partyIndex: z.int().nullable().describe('The detected party it seems to belong to.'),
    syntheticRoleId: z
      .string()
      .nullable()
      .describe("The role it was created for; `unassigned` if it isn't assigned."),
    syntheticRoleName: z.string().nullable(),
    placed: z
      .boolean()
      .describe(
        "False while its anchor's text hasn't been found: it then has no place yet and can't be sent.",
      )
      .meta({ examples: [true] }),
    group: z.string().nullable().describe('Radio buttons and checkboxes of a group are answered together.'),
  })
  .meta({ id: 'EnvelopeField' });
