import { z } from 'zod';
import { SIGNATURE_STYLES } from '#domain/envelope/signature-style.ts';
import { ENVELOPE_STATUSES, PARTICIPANT_ROLES, PARTICIPANT_STATUSES } from '#domain/envelope/status.ts';
import { LANGUAGES } from '#domain/language.ts';
import { LIMITS } from '#domain/limits.ts';
import { presentedDocument } from './document.ts';
import { authenticationState } from './signer-authentication.ts';
import { brandingSchema } from './signer-view.ts';
import { messageSchema } from './message.ts';
import { shownPerson } from './shown-person.ts';
import {
  emailAddress,
  createLinesSchema,
  phoneNumber,
  createRequiredLineSchema,
  createSanitizedLineSchema,
  sha256,
  timestamp,
} from './text.ts';
import { EXAMPLE } from './examples.ts';

/** The content of the landing page. */
export const invitationSchema = z
  .object({
    senderName: z.string().meta({ examples: [EXAMPLE.senderName] }),
    senderEmail: z.string().meta({ examples: [EXAMPLE.senderEmail] }),
    displayName: z.string().meta({ examples: [EXAMPLE.displayName] }),
    branding: brandingSchema,
    envelopeStatus: z
      .enum(ENVELOPE_STATUSES)
      .describe('As it is: expired as soon as the deadline has passed.')
      .meta({ examples: ['in_progress'] }),
    isReplaced: z
      .boolean()
      .describe('Whether a new version of it has been sent.')
      .meta({ examples: [false] }),
    expiresAt: timestamp
      .nullable()
      .describe('The deadline to sign.')
      .meta({ examples: [EXAMPLE.expiresAt] }),
    participantStatus: z.enum(PARTICIPANT_STATUSES),
    role: z.enum(PARTICIPANT_ROLES).describe('Whether they are asked to sign or to approve.'),
    authentication: authenticationState,
    message: messageSchema.nullable().describe('The message to everyone.'),
    documents: z.array(presentedDocument).describe('The files in order.'),
    privateMessage: z.string().nullable().describe('The private note to this participant.'),
    participants: z.array(shownPerson).describe('Everyone who signs or approves, in signing order.'),
  })
  .meta({ id: 'Invitation' });
export type Invitation = z.infer<typeof invitationSchema>;

/** The time zone of a signer's device. */
export const timeZoneOfDevice = z
  .string()
  .min(1)
  .max(LIMITS.timeZoneMaxChars)
  .meta({ examples: ['America/Los_Angeles'] });

const markImage = z
  .string()
  // Has room for the largest picture in base64 with line breaks. The actual size is checked when the picture
  // is decoded.
  .max(LIMITS.signatureImageMaxBytes * 2)
  .describe('Data URL of a PNG or JPEG, at most 512 KiB and 2000 × 2000 pixels.');

const markInput = z
  .discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('typed').describe('The typed name.'),
      text: createRequiredLineSchema(LIMITS.nameMaxChars).describe('A typed signature.'),
      style: z
        .enum(SIGNATURE_STYLES)
        .exactOptional()
        .describe(
          'How Latin letters are written, flowing by default. A font without all of the letters is not used.',
        ),
    }),
    z.strictObject({
      kind: z.enum(['drawn', 'uploaded']).describe('A drawn or uploaded signature.'),
      image: markImage,
    }),
  ])
  .meta({ id: 'SignatureInput' });
export type MarkInput = z.infer<typeof markInput>;

const stampInput = z
  .strictObject({ kind: z.literal('uploaded').describe('A picture of the stamp.'), image: markImage })
  .meta({ id: 'StampInput' });

const pageNumbers = z.array(z.int().min(1)).max(LIMITS.documentMaxPages);

export const signInput = z.strictObject({
  values: z
    .array(
      z.strictObject({
        fieldId: z.string().min(1).describe("ID of one of the `fields` of the signer's view."),
        value: createLinesSchema().describe('Empty if nothing was filled in.'),
      }),
    )
    .max(LIMITS.fieldsMax)
    .describe(
      'You can omit values that the service fills in, and required signatures, initials and stamps. An optional signature, initials or stamp field is signed if its value is true. Values are strings: true or false for a checkbox, YYYY-MM-DD for a date, for an attachment the `id` of an upload (`POST /api/signer/attachments`), or of up to 10, separated by commas, or a data URL (PDF, PNG, JPEG; at most 512 KiB, optional name parameter).',
    ),
  signature: markInput
    .exactOptional()
    .describe('Used for all signature fields. Required if one of them is required.'),
  initials: markInput
    .exactOptional()
    .describe('Used for all initials fields. Required if one of them is required.'),
  stamp: stampInput
    .exactOptional()
    .describe('Used for all stamp fields. Required if one of them is required.'),
  language: z
    .enum(LANGUAGES)
    .exactOptional()
    .describe(
      "Language of the statement above the last button of our page, which the log records with its hash. Omit it if your page doesn't show that statement.",
    ),
  timeZone: timeZoneOfDevice
    .exactOptional()
    .describe(
      "Where the signer's device is, as a name of the IANA time zone database. The day of signing is the day there, and the log records the name. Without it, or with an unknown name, it is the day in UTC.",
    ),
  documentHash: sha256
    .exactOptional()
    .describe(
      'SHA-256 (hex) of the document shown to the signer. If it differs, the call returns 409 `invalid_state` with the reason document_changed.',
    ),
  pages: z
    .strictObject({
      rendered: pageNumbers.describe('Drawn from the document.'),
      pictures: pageNumbers.describe('Shown as a picture, such as that of `GET /api/signer/page-picture`.'),
      failed: pageNumbers.describe("Pages that the person went to and that couldn't be shown."),
    })
    .exactOptional()
    .describe(
      'Which pages your page has shown and how, by their numbers from 1. The log records it. If a page has failed or none was shown, the call returns 409 `invalid_state` with the reason pages_not_shown and the `pages`.',
    ),
});
export type SignBody = z.infer<typeof signInput>;

export const withoutPasskey = z
  .boolean()
  .exactOptional()
  .describe('Whether they chose to sign without a passkey, which works if it isn’t required.');

export const declineInput = z.strictObject({
  reason: createSanitizedLineSchema(LIMITS.reasonMaxChars).optional().describe('Shown to the sender.'),
});
export const delegateInput = z.strictObject({
  name: createRequiredLineSchema(LIMITS.nameMaxChars).describe('The person who acts in their place.'),
  email: emailAddress.describe('Their link is sent to this address.'),
  phone: phoneNumber
    .optional()
    .describe(
      'Where their codes are texted. Required if the method is sms_code; otherwise it must be omitted.',
    ),
  reason: createSanitizedLineSchema(LIMITS.reasonMaxChars)
    .optional()
    .describe('Shown to that person and the sender.'),
});
export const delegateAnswer = z.object({ status: z.literal('delegated') });
export const consentInput = z.strictObject({
  accepted: z.literal(true).describe('Confirms that the signer accepted what they were shown.'),
});
export const statusAnswer = z.object({
  status: z.enum(ENVELOPE_STATUSES).describe("The envelope's status afterwards."),
});

/** Reveals nothing about the envelope to someone with an outdated link. */
export const newLinkAnswer = z.object({
  accepted: z
    .literal(true)
    .describe('The request was accepted. The response is the same whether or not an email is sent.'),
});
