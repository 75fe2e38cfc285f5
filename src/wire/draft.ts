import { z } from 'zod';
import { LEGAL_FRAMEWORKS } from '#domain/envelope/status.ts';
import { AUTO_SOURCES, FIELD_TYPES } from '#domain/field/catalogue.ts';
import { LANGUAGES } from '#domain/language.ts';
import { LIMITS } from '#domain/limits.ts';
import { metadata, reminderPolicy } from './envelope.ts';
import { emailAddress, line, lines, moment, requiredLine } from './text.ts';

const fraction = z.number().min(0).max(1);
const extent = z.number().gt(0).max(1);

export const participantInput = z
  .strictObject({
    name: requiredLine(LIMITS.nameMaxChars),
    email: emailAddress,
    company: line(LIMITS.nameMaxChars).nullish(),
    title: line(LIMITS.nameMaxChars).nullish(),
    language: z
      .enum(LANGUAGES)
      .nullish()
      .describe(
        'Of the mails to this participant; null: that of their browser, once they opened the envelope.',
      ),
    detectedPartyIndex: z.int().min(0).nullish(),
  })
  .meta({ id: 'ParticipantInput', description: 'Participants sign in the order of the array.' });

export const fieldInput = z
  .strictObject({
    type: z.enum(FIELD_TYPES).optional().describe('Default: signature.'),
    page: z.int().min(1).max(LIMITS.documentMaxPages).describe('From 1.'),
    x: fraction,
    y: fraction,
    width: extent,
    height: extent,
    participantIndex: z.int().min(0).nullish().describe('Position in the participants array.'),
    partyIndex: z.int().min(0).nullish(),
    syntheticRoleId: z.string().min(1).max(LIMITS.groupMaxChars).nullish(),
    syntheticRoleName: line(LIMITS.nameMaxChars).nullish(),
    label: line(LIMITS.labelMaxChars).nullish(),
    required: z.boolean().optional().describe('Default: true.'),
    options: z.array(requiredLine(LIMITS.labelMaxChars)).max(LIMITS.optionsMax).nullish(),
    group: requiredLine(LIMITS.groupMaxChars).nullish(),
    prefillValue: lines(LIMITS.valueMaxChars).nullish(),
    locked: z.boolean().optional(),
    autoSource: z.enum(AUTO_SOURCES).nullish().describe('Echo it as read: otherwise the binding is cleared.'),
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
    legalFramework: z.enum(LEGAL_FRAMEWORKS).optional(),
    consumerDisclosure: z.boolean().optional(),
    expiresAt: moment.nullish(),
    reminderPolicy: reminderPolicy.nullish(),
  })
  .meta({ id: 'PolicyInput' });

export const senderInput = z
  .strictObject({ name: requiredLine(LIMITS.nameMaxChars), email: emailAddress })
  .meta({
    id: 'SenderInput',
    description: 'The name and reply-to address that recipients see.',
  });

export const displayName = requiredLine(LIMITS.nameMaxChars);
export const expectedVersion = z.int().min(1).describe('The version that the caller has read.');

/** The parts of a draft that create and PUT draft share. */
export const draftParts = {
  participants: z.array(participantInput).max(LIMITS.participantsMax).optional(),
  fields: z.array(fieldInput).max(LIMITS.fieldsMax).optional(),
  policy: policyInput.optional(),
  displayName: displayName.optional(),
  metadata: metadata.nullish(),
};
