import { z } from 'zod';
import { LEGAL_FRAMEWORKS } from '#domain/envelope/status.ts';
import { LIMITS } from '#domain/limits.ts';
import { reminderPolicy } from './envelope.ts';
import { newPassword, personName } from './member.ts';
import { brandingSchema } from './signer-view.ts';
import { createLineSchema, createLinesSchema, createRequiredLineSchema, emailAddress } from './text.ts';

/** A change to the branding. Omitted parts stay unchanged. */
export const brandingChange = z.strictObject({
  accentColor: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, 'must be a color such as #3f45c8')
    .transform((color) => color.toLowerCase())
    .nullish()
    .describe('The color of buttons; null for the usual one.')
    .meta({ examples: ['#3f45c8'] }),
  logo: z.string().nullish().describe('A PNG or JPEG as a base64 data URL; null removes it.'),
  emails: z
    .strictObject({
      senderName: createLineSchema(LIMITS.mailSenderNameMaxChars)
        .nullish()
        .describe("The name that emails come from, beside the service's; null for the envelope's sender."),
      replyTo: z
        .union([z.literal(''), emailAddress])
        .nullish()
        .describe("Where answers go; null for the envelope's sender."),
      footer: createLinesSchema(LIMITS.mailFooterMaxChars).nullish().describe('Lines at the end of emails.'),
      subject: createLineSchema(LIMITS.messageSubjectMaxChars)
        .nullish()
        .describe('Subject of requests whose sender wrote no message.'),
      text: createLinesSchema(LIMITS.messageBodyMaxChars)
        .nullish()
        .describe('Text of requests whose sender wrote no message.'),
    })
    .optional()
    .describe('How emails about envelopes are signed. Omitted parts stay unchanged.'),
});

/** An organization's defaults for new envelopes. */
export const envelopeDefaults = z.strictObject({
  legalFramework: z.enum(LEGAL_FRAMEWORKS),
  consumerDisclosure: z.boolean(),
  expiryDays: z.int().min(1).max(LIMITS.expiryDaysMax).nullable(),
  reminderPolicy: reminderPolicy.nullable(),
  canDelegate: z.boolean(),
  textTags: z.boolean(),
});

/** The settings about envelopes that administrators change together. */
export const envelopeSettings = envelopeDefaults.extend({
  attachSealed: z.boolean(),
  makeArchivable: z.boolean(),
});

/** An organization's branding. */
export const ownBranding = brandingSchema
  .extend({
    emails: z.object({
      senderName: z.string().nullable(),
      replyTo: z.string().nullable(),
      footer: z.string().nullable(),
      subject: z.string().nullable(),
      text: z.string().nullable(),
    }),
  })
  .meta({ id: 'OwnBranding' });

/** What a new organization and its owner are created from. */
export const newOrganization = z.strictObject({
  organization: createRequiredLineSchema(LIMITS.nameMaxChars)
    .describe('The name of the organization.')
    .meta({ examples: ['Acme Legal GmbH'] }),
  name: personName.describe('The name of its owner.'),
  email: emailAddress.describe('The email address of its owner.'),
  password: newPassword,
});
export type NewOrganization = z.infer<typeof newOrganization>;
