import { z } from 'zod';
import { PARTICIPANT_DELIVERIES, PARTICIPANT_ROLES } from '#domain/envelope/status.ts';
import { LIMITS } from '#domain/limits.ts';
import { describeFailure, parseNamePattern } from '#domain/name-pattern/parse.ts';
import { toPrintable } from '#domain/text.ts';
import { copiesInput } from './copies.ts';
import { displayName, fieldInput, personInput } from './draft.ts';
import { authenticationInput } from './authentication.ts';
import { EXAMPLE } from './examples.ts';
import { createIdSchema } from './identifier.ts';
import { messageInput, noteInput } from './message.ts';
import { signingInput } from './signing.ts';
import { moment, phoneNumber, createRequiredLineSchema } from './text.ts';
import { variableValues } from './variables.ts';

/** A valid name pattern: 1 to 200 characters on one line. */
export const namePattern = z
  .string()
  .overwrite(toPrintable)
  .superRefine((pattern, context) => {
    const parsed = parseNamePattern(pattern);
    if (!parsed.ok) context.addIssue({ code: 'custom', message: describeFailure(parsed) });
  })
  .meta({
    minLength: 1,
    maxLength: LIMITS.namePatternMaxChars,
    description:
      "Tokens: {template_name} {recipient_name} {recipient_company} {recipient_email} {recipient_title} {sender_org} {sender_name} {date} {date:YYYY-MM} {prefill:<prefill key>} {role:<api role name>.<name|email|company|title>}. The recipient is the first participant who isn't the sender; the date is the day of sending, in UTC.",
    examples: [EXAMPLE.namePattern],
  });

const templateName = createRequiredLineSchema(LIMITS.nameMaxChars).describe('Name of the template.');

/** A person who takes a role unless someone else is named for it. */
const roleRecipient = z
  .strictObject({
    name: personInput.name,
    email: personInput.email,
    company: personInput.company.transform((company) => company ?? null),
    title: personInput.title.transform((title) => title ?? null),
  })
  .meta({ id: 'RoleRecipientInput' })
  .nullish();

export const roleInput = z
  .strictObject({
    name: createRequiredLineSchema(LIMITS.nameMaxChars).describe(
      'Its apiRoleName is derived from it, in snake case.',
    ),
    participantId: z.string().min(1).max(100).nullish().describe('The participant it stands for.'),
    partyIndex: z.int().min(0).nullish().describe('The detected party it stands for.'),
    syntheticRoleId: z
      .string()
      .min(1)
      .max(LIMITS.groupMaxChars)
      .nullish()
      .describe('The role that fields were created for.'),
    orderIndex: z
      .int()
      .min(0)
      .max(99)
      .optional()
      .describe(
        'Roles with the same value sign in parallel. Set it for all or for none. Default: position; neighbors whose participants sign in parallel share one.',
      ),
    role: z
      .enum(PARTICIPANT_ROLES)
      .optional()
      .describe('Whether its recipient signs or approves. Default: the participant’s.'),
    delivery: z
      .enum(PARTICIPANT_DELIVERIES)
      .optional()
      .describe('How its recipient gets to the document. Default: the participant’s.'),
    isSender: z.boolean().optional().describe("Default: false. At most one role can be the sender's."),
    optional: z.boolean().optional().describe('Default: false.'),
    recipient: roleRecipient.describe(
      'Who takes it unless someone else is named. Default: null, so its recipient must be named. Not for optional roles and the sender’s.',
    ),
  })
  .meta({
    id: 'TemplateRoleInput',
    description:
      'Has at most one of participantId, partyIndex, syntheticRoleId; without one, it has no fields yet. Without `orderIndex`, roles sign in array order.',
  });

const variables = variableValues.optional();

export const createTemplateBody = {
  sourceEnvelopeId: z.string().min(1).max(100).describe('The envelope to save. It stays unchanged.'),
  name: templateName,
  namePattern: namePattern.nullish(),
  message: messageInput
    .nullish()
    .describe("Message of new envelopes. Default: the envelope's; null for none."),
  copies: copiesInput
    .optional()
    .describe("Who receives new envelopes without acting. Default: the envelope's."),
  roles: z
    .array(roleInput)
    .min(1)
    .max(LIMITS.templateRolesMax)
    .describe('In signing order. Every field of the envelope must belong to a role.'),
  lockedFieldIds: z
    .array(z.string().min(1).max(100))
    .max(LIMITS.fieldsMax)
    .optional()
    .describe("Fields whose prefilled values signers can't change."),
  fillVariables: z
    .boolean()
    .optional()
    .describe(
      'Whether the variables of Word files, such as [[client.name]], are filled in for each envelope. Default: false, which leaves the brackets as they are.',
    ),
};

export const copyTemplateBody = {
  name: templateName.optional().describe("Default: the template's."),
  teamId: createIdSchema('team').optional().describe("The team of the copy. Default: the template's."),
};

export const changeTemplateBody = {
  name: templateName.optional(),
  teamId: createIdSchema('team')
    .optional()
    .describe('The team to move it to. Its existing envelopes stay in theirs.'),
  namePattern: namePattern
    .nullish()
    .describe('null clears it.')
    .meta({ examples: [EXAMPLE.namePattern] }),
  message: messageInput.nullish().describe('Message of new envelopes. null clears it.'),
  copies: copiesInput.optional(),
  roles: z
    .array(
      z.strictObject({
        apiRoleName: z
          .string()
          .min(1)
          .max(100)
          .optional()
          .describe(
            'The role to change. Without it, a role is added, by default at the end of the signing order.',
          ),
        name: createRequiredLineSchema(LIMITS.nameMaxChars).describe(
          'The name. The apiRoleName of an added role is derived from it, in snake case.',
        ),
        optional: z
          .boolean()
          .optional()
          .describe(
            'Whether it can be left without a recipient. Default: as it is; true for an added role, unless it has a recipient of its own or is the sender’s.',
          ),
        isSender: z
          .boolean()
          .optional()
          .describe(
            'Whether the sender takes it, which one role can say. Default: as it is; false if added.',
          ),
        role: z
          .enum(PARTICIPANT_ROLES)
          .optional()
          .describe('Whether its recipient signs or approves. Default: as it is; signer if added.'),
        orderIndex: z
          .int()
          .min(0)
          .max(99)
          .optional()
          .describe('Roles with the same value sign in parallel. Default: as it is; last if added.'),
        recipient: roleRecipient.describe(
          'Who takes it unless someone else is named; null if its recipient must be named. Default: as it is. Not for optional roles and the sender’s.',
        ),
      }),
    )
    .min(1)
    .max(LIMITS.participantsMax)
    .optional()
    .describe(
      'Changes and adds roles. Renamed roles keep their apiRoleName, and roles that aren’t listed stay as they are.',
    ),
  removeRoles: z
    .array(z.string().min(1).max(100))
    .max(LIMITS.participantsMax)
    .optional()
    .describe(
      'Roles to remove, by apiRoleName. They must have no fields, and be neither in the name pattern nor in the public form.',
    ),
};

const {
  page,
  x,
  y,
  width,
  height,
  participantIndex: _participant,
  partyIndex: _party,
  syntheticRoleId: _role,
  syntheticRoleName: _roleName,
  source: _source,
  proposedAutoSource: _proposed,
  anchor: _anchor,
  ...fieldProperties
} = fieldInput.shape;

const templateFieldInput = z
  .strictObject({
    ...fieldProperties,
    page: page.unwrap().describe('From 1.'),
    x: x.unwrap().describe('Distance from the left edge.'),
    y: y.unwrap().describe('Distance from the top edge.'),
    width: width
      .unwrap()
      .describe('`x` plus `width` is at most 1.')
      .meta({ examples: [0.3] }),
    height: height
      .unwrap()
      .describe('`y` plus `height` is at most 1.')
      .meta({ examples: [0.06] }),
    roleApiName: createRequiredLineSchema(LIMITS.apiNameMaxChars)
      .nullish()
      .describe('The role that fills it in. Required, except for what the sender puts on the pages.')
      .meta({ examples: ['client'] }),
  })
  .meta({ id: 'TemplateFieldInput', description: 'Positions are fractions of the page.' });

export const templateFieldsBody = {
  expectedUpdatedAt: moment
    .optional()
    .describe('The `updatedAt` that you have read. If the template has changed since, nothing changes.'),
  fields: z
    .array(templateFieldInput)
    .max(LIMITS.fieldsMax)
    .describe('They replace all fields. One that keeps its key keeps its prefillKey.'),
};

/**
 * The authentication of a recipient whose access code is already a hash, which is how bulk sends store it.
 */
const storedAuthentication = z
  .discriminatedUnion('method', [
    z.strictObject({ method: z.enum(['link', 'email_code']) }),
    z.strictObject({ method: z.literal('sms_code'), phone: phoneNumber }),
    z.strictObject({ method: z.literal('oidc'), provider: z.string() }),
    z.strictObject({ method: z.literal('access_code'), codeHash: z.string() }),
  ])
  .optional();

const recipientInput = z
  .strictObject({
    ...personInput,
    message: noteInput,
    role: z.enum(PARTICIPANT_ROLES).optional().describe("Default: the role's."),
    delivery: z.enum(PARTICIPANT_DELIVERIES).optional().describe("Default: the role's."),
    authentication: authenticationInput,
    signing: signingInput,
    orderIndex: z
      .int()
      .min(0)
      .max(99)
      .optional()
      .describe(
        "Default: the role's. Recipients with the same value sign in parallel. Not with `senderOrder`.",
      ),
  })
  .meta({ id: 'RecipientInput' });

export const instantiateBody = {
  recipients: z
    .record(z.string(), recipientInput)
    .optional()
    .describe(
      "By apiRoleName, one for each role that isn't optional and has no recipient of its own. The sender takes the sender's role by default.",
    ),
  prefill: z
    .record(z.string(), z.string().max(LIMITS.valueMaxChars))
    .optional()
    .describe("Values by prefillKey. An empty value removes the template's own."),
  variables: variables.describe(
    'Values of the variables that the template lists. Each that is shown must have one.',
  ),
  displayName: displayName.optional().describe("Takes precedence over the template's name pattern."),
  message: messageInput.nullish().describe("Default: the template's. null for none."),
  copies: copiesInput
    .optional()
    .describe("Who receives the documents without acting. Default: the template's."),
  autoSend: z.boolean().optional().describe('Default: true. false creates a draft to review first.'),
  senderOrder: z
    .int()
    .min(0)
    .optional()
    .describe("Position of the sender's role in the signing order, from 0. Larger values mean last."),
};

/** A row of a recipient list. */
export const instantiateRow = z.strictObject(instantiateBody);

/** A row of a recipient list while it waits for its job. It has hashes in place of access codes. */
export const storedRow = instantiateRow.extend({
  recipients: z.record(z.string(), recipientInput.extend({ authentication: storedAuthentication })),
});
