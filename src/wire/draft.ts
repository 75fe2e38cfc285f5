import { z } from 'zod';
import { LEGAL_FRAMEWORKS, PARTICIPANT_DELIVERIES, PARTICIPANT_ROLES } from '#domain/envelope/status.ts';
import { AUTO_SOURCES, FIELD_SOURCES, FIELD_TYPES } from '#domain/field/catalogue.ts';
import { LANGUAGES } from '#domain/language.ts';
import { LIMITS } from '#domain/limits.ts';
import { EXAMPLE } from './examples.ts';
import { copiesInput } from './copies.ts';
import { draftAuthenticationInput } from './authentication.ts';
import { metadata, reminderPolicy } from './envelope.ts';
import { fieldDetailsInput } from './field-details.ts';
import { messageInput, noteInput } from './message.ts';
import { signingInput } from './signing.ts';
import {
  emailAddress,
  createLineSchema,
  createLinesSchema,
  moment,
  createRequiredLineSchema,
} from './text.ts';

const fraction = z.number().min(0).max(1);
const extent = z.number().gt(0).max(1);

/** The details of a person, which are the same for an envelope, a template's recipients and a bulk send. */
export const personInput = {
  name: createRequiredLineSchema(LIMITS.nameMaxChars).describe('Shown to signers and in emails.'),
  email: emailAddress.describe('Their link is sent to this address.'),
  company: createLineSchema(LIMITS.nameMaxChars)
    .nullish()
    .describe('The company they sign for. Default: null.'),
  title: createLineSchema(LIMITS.nameMaxChars)
    .nullish()
    .describe('Their job title, such as Managing Director. Default: null.'),
  language: z
    .enum(LANGUAGES)
    .nullish()
    .describe("Language of their emails. null: their browser's language once they open the envelope."),
  canDelegate: z
    .boolean()
    .optional()
    .describe("Whether they may ask someone else to act in their place. Default: the organization's."),
};

export const participantInput = z
  .strictObject({
    ...personInput,
    orderIndex: z
      .int()
      .min(0)
      .max(99)
      .optional()
      .describe(
        'Participants with the same value sign in parallel. Set it for all or for none. Default: position.',
      ),
    role: z
      .enum(PARTICIPANT_ROLES)
      .optional()
      .describe('An approver agrees without signing. Default: signer.'),
    delivery: z
      .enum(PARTICIPANT_DELIVERIES)
      .optional()
      .describe(
        'email: by an emailed link. embedded: by a session URL from your application; they are never emailed. in_person: on a device that the sender hands them. Default: email.',
      ),
    message: noteInput,
    authentication: draftAuthenticationInput,
    signing: signingInput,
    detectedPartyIndex: z
      .int()
      .min(0)
      .nullish()
      .describe('Their index in `detectedParties`. Fields of that party are assigned to them.'),
  })
  .meta({ id: 'ParticipantInput', description: 'Without `orderIndex`, participants sign in array order.' });

const POSITION = ['page', 'x', 'y'] as const;
const SIZE = ['width', 'height'] as const;

type Place = { readonly [K in (typeof POSITION)[number] | (typeof SIZE)[number]]?: number | undefined };

/**
 * Requires that a field has either a place or an anchor. A field that is returned as it was read has both.
 */
function requirePlace(field: Place & { readonly anchor?: unknown }, context: z.RefinementCtx): void {
  const isAnchored = field.anchor != null && POSITION.every((name) => field[name] === undefined);
  if (isAnchored) return;
  for (const name of [...POSITION, ...SIZE]) {
    if (field[name] === undefined) context.addIssue({ code: 'custom', path: [name], message: 'is required' });
  }
}

export const fieldInput = z
  .strictObject({
    type: z.enum(FIELD_TYPES).optional().describe('Default: signature.'),
    page: z.int().min(1).max(LIMITS.documentMaxPages).optional().describe('From 1.'),
    x: fraction.optional().describe('Distance from the left edge.'),
    y: fraction.optional().describe('Distance from the top edge.'),
    width: extent.optional().describe('`x` plus `width` is at most 1. Optional with `anchor`.'),
    height: extent.optional().describe('`y` plus `height` is at most 1. Optional with `anchor`.'),
    participantIndex: z.int().min(0).nullish().describe('Index of the participant who fills it in.'),
    partyIndex: z
      .int()
      .min(0)
      .nullish()
      .describe('Detected party that fills it in: the participant with this detectedPartyIndex.'),
    syntheticRoleId: z
      .string()
      .min(1)
      .max(LIMITS.groupMaxChars)
      .nullish()
      .describe("Your own ID of a role, for a field that isn't assigned yet. Assign it before sending."),
    syntheticRoleName: createLineSchema(LIMITS.nameMaxChars).nullish().describe('Name of that role.'),
    label: createLineSchema(LIMITS.labelMaxChars)
      .nullish()
      .describe('What the signer is asked for. Default: null, which shows the type.'),
    required: z
      .boolean()
      .optional()
      .describe('Default: true; false for a note or strikethrough, which nobody answers.'),
    options: z
      .array(createRequiredLineSchema(LIMITS.labelMaxChars))
      .max(LIMITS.optionsMax)
      .nullish()
      .describe(
        'The options of a field of type dropdown or choices (required), or the value of a radio button.',
      ),
    group: createRequiredLineSchema(LIMITS.groupMaxChars)
      .nullish()
      .describe(
        'A group of radio buttons takes one choice; a required group of checkboxes takes at least one. Signers see its name as the question, such as Payment, unless it looks like an identifier.',
      ),
    prefillValue: createLinesSchema(LIMITS.valueMaxChars)
      .nullish()
      .describe(
        "Initial value in the type's format: true or false for a checkbox, YYYY-MM-DD for a date. The text of a note.",
      ),
    locked: z
      .boolean()
      .optional()
      .describe(
        "Whether the signer can't change the initial value. Requires prefillValue or autoSource. Default: false.",
      ),
    autoSource: z.enum(AUTO_SOURCES).nullish().describe('Return it as you read it; omitting it clears it.'),
    source: z
      .enum(FIELD_SOURCES)
      .optional()
      .describe(
        'Where the field comes from. Set manual to accept a detected field. If omitted, a field with the same type and position keeps its source; others are manual.',
      ),
    proposedAutoSource: z
      .enum(AUTO_SOURCES)
      .nullish()
      .describe('Return it as you read it; omitting it dismisses the proposal.'),
    ...fieldDetailsInput,
  })
  .superRefine(requirePlace)
  .meta({
    id: 'FieldInput',
    description:
      'Geometry in fractions (0 to 1) of the displayed page, from the top left. Requires page, x, y, width and height, or an anchor. Requires one of participantIndex, partyIndex, syntheticRoleId, except for a note or strikethrough, which everyone sees.',
  });

export const policyInput = z
  .strictObject({
    legalFramework: z
      .enum(LEGAL_FRAMEWORKS)
      .optional()
      .describe(
        "Default: the organization's or template's. eidas_aes and eidas_qes are refused with `legal_framework_unavailable`.",
      ),
    consumerDisclosure: z
      .boolean()
      .optional()
      .describe(
        "Whether signers must accept the full consumer disclosure (15 USC 7001(c)) before filling in anything. Requires esign_ueta. Default: the organization's, initially false.",
      ),
    expiresAt: moment
      .nullish()
      .describe(
        "When the envelope expires if it isn't completed; null for never. Default: the organization's, initially never.",
      )
      .meta({ examples: [EXAMPLE.expiresAt] }),
    reminderPolicy: reminderPolicy
      .nullish()
      .describe("null for no automatic reminders. Default: the organization's, initially none."),
  })
  .meta({ id: 'PolicyInput', description: 'Omitted properties stay unchanged.' });

export const senderInput = z
  .strictObject({
    name: createRequiredLineSchema(LIMITS.nameMaxChars).describe('Sender name of the emails.'),
    email: emailAddress.describe('Reply-to address of the emails.'),
  })
  .meta({
    id: 'SenderInput',
    description: 'The name and reply-to address that recipients see.',
  });

export const displayName = createRequiredLineSchema(LIMITS.nameMaxChars).describe(
  'Shown to signers and in lists. Default: the file name without its extension.',
);
export const expectedVersion = z
  .int()
  .min(1)
  .describe('The version you have read.')
  .meta({ examples: [3] });

/** The parts of a draft that the create and update operations share. */
export const draftParts = {
  participants: z
    .array(participantInput)
    .max(LIMITS.participantsMax)
    .optional()
    .describe(
      'In signing order. In an existing draft they replace all participants, and `fields` is required.',
    ),
  fields: z
    .array(fieldInput)
    .max(LIMITS.fieldsMax)
    .optional()
    .describe('In an existing draft they replace all fields.'),
  policy: policyInput.optional(),
  displayName: displayName.optional(),
  copies: copiesInput.optional(),
  message: messageInput.nullish().describe('The message to everyone. null for none.'),
  metadata: metadata.nullish().describe('Up to 50 key-value pairs for your own use. null for none.'),
};
