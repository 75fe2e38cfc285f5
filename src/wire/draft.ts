import { z } from 'zod';
import { LEGAL_FRAMEWORKS } from '#domain/envelope/status.ts';
import { AUTO_SOURCES, FIELD_SOURCES, FIELD_TYPES } from '#domain/field/catalogue.ts';
import { LANGUAGES } from '#domain/language.ts';
import { LIMITS } from '#domain/limits.ts';
import { metadata, reminderPolicy } from './envelope.ts';
import { emailAddress, line, lines, moment, requiredLine } from './text.ts';

const fraction = z.number().min(0).max(1);
const extent = z.number().gt(0).max(1);

export const participantInput = z
  .strictObject({
    name: requiredLine(LIMITS.nameMaxChars).describe('As signers and mails show it.'),
    email: emailAddress.describe('Where their link is mailed to.'),
    company: line(LIMITS.nameMaxChars).nullish().describe('Whom they sign for. Default: null.'),
    title: line(LIMITS.nameMaxChars)
      .nullish()
      .describe('Their title in it, such as Managing Director. Default: null.'),
    language: z
      .enum(LANGUAGES)
      .nullish()
      .describe(
        'Of the mails to this participant; null: that of their browser, once they opened the envelope.',
      ),
    detectedPartyIndex: z
      .int()
      .min(0)
      .nullish()
      .describe('The party of `detectedParties` whom they are: fields of that party become theirs.'),
  })
  .meta({ id: 'ParticipantInput', description: 'Participants sign in the order of the array.' });

export const fieldInput = z
  .strictObject({
    type: z.enum(FIELD_TYPES).optional().describe('Default: signature.'),
    page: z.int().min(1).max(LIMITS.documentMaxPages).describe('From 1.'),
    x: fraction.describe('From the left edge.'),
    y: fraction.describe('From the top edge.'),
    width: extent.describe('`x` and `width` together are at most 1.'),
    height: extent.describe('`y` and `height` together are at most 1.'),
    participantIndex: z
      .int()
      .min(0)
      .nullish()
      .describe('The participant who fills it, by position in the participants array.'),
    partyIndex: z
      .int()
      .min(0)
      .nullish()
      .describe('The detected party that fills it: whichever participant has this detectedPartyIndex.'),
    syntheticRoleId: z
      .string()
      .min(1)
      .max(LIMITS.groupMaxChars)
      .nullish()
      .describe(
        'A role of your own naming, for a field that belongs to nobody yet. It has to before sending.',
      ),
    syntheticRoleName: line(LIMITS.nameMaxChars).nullish().describe('What people read for that role.'),
    label: line(LIMITS.labelMaxChars)
      .nullish()
      .describe('What the signer is asked for. Default: null, which shows the name of the type.'),
    required: z.boolean().optional().describe('Default: true.'),
    options: z
      .array(requiredLine(LIMITS.labelMaxChars))
      .max(LIMITS.optionsMax)
      .nullish()
      .describe('The choices of a dropdown, which needs them, or the value of a radio button.'),
    group: requiredLine(LIMITS.groupMaxChars)
      .nullish()
      .describe(
        'Radio buttons of one group take one choice; a required group of checkboxes takes one at least.',
      ),
    prefillValue: lines(LIMITS.valueMaxChars)
      .nullish()
      .describe(
        'What the field comes with, of the form that its type has: a checkbox is true or false, a date YYYY-MM-DD.',
      ),
    locked: z
      .boolean()
      .optional()
      .describe(
        'Whether the signer cannot change what it comes with: needs prefillValue or autoSource. Default: false.',
      ),
    autoSource: z.enum(AUTO_SOURCES).nullish().describe('Echo it as read: otherwise the binding is cleared.'),
    source: z
      .enum(FIELD_SOURCES)
      .optional()
      .describe(
        'Where it comes from. A detected field is a proposal until you make it manual. Left out: a field of the same type and place keeps its source, any other is manual.',
      ),
    proposedAutoSource: z
      .enum(AUTO_SOURCES)
      .nullish()
      .describe('Echo it as read: otherwise the proposal is dismissed.'),
  })
  .meta({
    id: 'FieldInput',
    description:
      'Geometry in fractions 0..1 of the page as a viewer shows it, origin top-left. Needs one of participantIndex, partyIndex, syntheticRoleId.',
  });

export const policyInput = z
  .strictObject({
    legalFramework: z
      .enum(LEGAL_FRAMEWORKS)
      .optional()
      .describe(
        'Default: that of the organization, or of the template. eidas_aes and eidas_qes are refused with `legal_framework_unavailable`.',
      ),
    consumerDisclosure: z
      .boolean()
      .optional()
      .describe(
        'Whether signers consent to the full consumer disclosure (15 USC 7001(c)) before they can fill anything in: with esign_ueta only. Default: that of the organization, which begins with false.',
      ),
    expiresAt: moment
      .nullish()
      .describe(
        'When it ends unless all have signed; null for never. Default: that of the organization, which begins with never.',
      ),
    reminderPolicy: reminderPolicy
      .nullish()
      .describe(
        'Null for no reminders but yours. Default: that of the organization, which begins with none.',
      ),
  })
  .meta({ id: 'PolicyInput', description: 'Properties that are left out stay as they are.' });

export const senderInput = z
  .strictObject({
    name: requiredLine(LIMITS.nameMaxChars).describe('Who the mails are from.'),
    email: emailAddress.describe('Where answers to them go.'),
  })
  .meta({
    id: 'SenderInput',
    description: 'The name and reply-to address that recipients see.',
  });

export const displayName = requiredLine(LIMITS.nameMaxChars).describe(
  'What signers and lists show. A new envelope without one has the file name without its extension.',
);
export const expectedVersion = z.int().min(1).describe('The version that the caller has read.');

/** The parts of a draft that create and PUT draft share. */
export const draftParts = {
  participants: z
    .array(participantInput)
    .max(LIMITS.participantsMax)
    .optional()
    .describe('In signing order. Of an existing draft they replace all, and `fields` must come along.'),
  fields: z
    .array(fieldInput)
    .max(LIMITS.fieldsMax)
    .optional()
    .describe('Of an existing draft they replace all fields.'),
  policy: policyInput.optional(),
  displayName: displayName.optional(),
  metadata: metadata.nullish().describe('Pairs of your own, for your own use: at most 50. Null for none.'),
};
