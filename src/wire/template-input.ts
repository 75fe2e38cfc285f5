import { z } from 'zod';
import { LANGUAGES } from '#domain/language.ts';
import { LIMITS } from '#domain/limits.ts';
import { describeFailure, parseNamePattern } from '#domain/name-pattern/parse.ts';
import { printable } from '#domain/text.ts';
import { displayName } from './draft.ts';
import { emailAddress, line, requiredLine } from './text.ts';

/** A name pattern: 1 to 200 characters on one line, well-formed. */
export const namePattern = z
  .string()
  .overwrite(printable)
  .superRefine((pattern, context) => {
    const parsed = parseNamePattern(pattern);
    if (!parsed.ok) context.addIssue({ code: 'custom', message: describeFailure(parsed) });
  })
  .meta({
    minLength: 1,
    maxLength: LIMITS.namePatternMaxChars,
    description:
      'Tokens: {template_name} {recipient_name} {recipient_company} {recipient_email} {recipient_title} {sender_org} {sender_name} {date} {date:YYYY-MM} {prefill:<prefill key>} {role:<api role name>.<name|email|company|title>}. The recipient is the first participant who does not take the sender’s role; the date is that of sending, in UTC.',
    examples: ['{template_name} – {recipient_company} ({date:YYYY-MM})'],
  });

const templateName = requiredLine(LIMITS.nameMaxChars).describe('What people find it by.');

export const roleInput = z
  .strictObject({
    name: requiredLine(LIMITS.nameMaxChars).describe('Its apiRoleName is made from it, in snake case.'),
    participantId: z.string().min(1).max(100).nullish().describe('The participant that it stands for.'),
    partyIndex: z.int().min(0).nullish().describe('The detected party that it stands for.'),
    syntheticRoleId: z
      .string()
      .min(1)
      .max(LIMITS.groupMaxChars)
      .nullish()
      .describe('The role that fields were drawn for.'),
    isSender: z.boolean().optional().describe('Default: false. At most one role is the sender’s.'),
    optional: z.boolean().optional().describe('Default: false.'),
  })
  .meta({
    id: 'TemplateRoleInput',
    description:
      'Needs exactly one of participantId, partyIndex, syntheticRoleId. Roles sign in the order of the array.',
  });

export const createTemplateBody = {
  sourceEnvelopeId: z.string().min(1).max(100).describe('The envelope to save; it stays as it is.'),
  name: templateName,
  namePattern: namePattern.nullish(),
  roles: z
    .array(roleInput)
    .min(1)
    .max(LIMITS.templateRolesMax)
    .describe('In signing order. Every field of the envelope must belong to one of them.'),
  lockedFieldIds: z
    .array(z.string().min(1).max(100))
    .max(LIMITS.fieldsMax)
    .optional()
    .describe('Fields of the envelope whose prefilled values signers cannot change.'),
};

export const changeTemplateBody = {
  name: templateName.optional(),
  namePattern: namePattern.nullish().describe('null clears it.'),
};

const recipientInput = z
  .strictObject({
    name: requiredLine(LIMITS.nameMaxChars).describe('As signers and mails show it.'),
    email: emailAddress.describe('Where their link is mailed to.'),
    company: line(LIMITS.nameMaxChars).nullish().describe('Whom they sign for. Default: null.'),
    title: line(LIMITS.nameMaxChars).nullish().describe('Their title there. Default: null.'),
    language: z
      .enum(LANGUAGES)
      .nullish()
      .describe('Of the mails to them; null: that of their browser, once they opened the envelope.'),
  })
  .meta({ id: 'RecipientInput' });

export const instantiateBody = {
  recipients: z
    .record(z.string(), recipientInput)
    .optional()
    .describe(
      'By apiRoleName: one for every role but optional ones. The sender takes the sender’s role by default.',
    ),
  prefill: z
    .record(z.string(), z.string().max(LIMITS.valueMaxChars))
    .optional()
    .describe('Values by prefillKey; an empty one takes the template’s own away.'),
  displayName: displayName.optional().describe('Wins over the name pattern of the template.'),
  autoSend: z.boolean().optional().describe('Default: true. false makes a draft to be reviewed first.'),
  senderOrder: z
    .int()
    .min(0)
    .optional()
    .describe('The place of the sender’s role in the signing order, from 0; beyond the end is last.'),
};

/** What one row of a recipient list asks for. */
export const instantiateRow = z.strictObject(instantiateBody);
