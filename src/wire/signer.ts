import { z } from 'zod';
import { ENVELOPE_STATUSES, PARTICIPANT_STATUSES } from '#domain/envelope/status.ts';
import { LIMITS } from '#domain/limits.ts';
import { brandingSchema } from './signer-view.ts';
import { lines, requiredLine, sanitizedLine, sha256 } from './text.ts';

/** What the landing page shows. Reading it has no effect. */
export const invitationSchema = z
  .object({
    senderName: z.string(),
    senderEmail: z.string(),
    displayName: z.string(),
    branding: brandingSchema,
    envelopeStatus: z.enum(ENVELOPE_STATUSES),
    participantStatus: z.enum(PARTICIPANT_STATUSES),
  })
  .meta({ id: 'Invitation' });
export type Invitation = z.infer<typeof invitationSchema>;

const markImage = z
  .string()
  .max(Math.ceil((LIMITS.signatureImageMaxBytes * 4) / 3) + 100)
  .describe('A data URL of a PNG or JPEG of at most 512 KiB and 2000 × 2000 pixels.');

export const markInput = z
  .discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('typed').describe('Their name, typed.'),
      text: requiredLine(LIMITS.nameMaxChars).describe('The name.'),
    }),
    z.strictObject({ kind: z.enum(['drawn', 'uploaded']).describe('A picture of it.'), image: markImage }),
  ])
  .meta({ id: 'SignatureInput' });
export type MarkInput = z.infer<typeof markInput>;

export const signInput = z.strictObject({
  values: z
    .array(
      z.strictObject({
        fieldId: z.string().min(1).describe('One of `fields` of the signer’s view.'),
        value: lines().describe('An empty one says that nothing was filled in.'),
      }),
    )
    .max(LIMITS.fieldsMax)
    .describe(
      'Values that the service fills in can be left out, and those of required signatures and initials; an optional one of these is made where its value is true. Strings: a checkbox is true or false, a date YYYY-MM-DD, an attachment a data URL (PDF, PNG, JPEG; at most 512 KiB) that may carry a name parameter.',
    ),
  signature: markInput.optional().describe('For all fields of type signature: needed where one is required.'),
  initials: markInput.optional().describe('For all fields of type initials: needed where one is required.'),
  documentHash: sha256
    .optional()
    .describe(
      'SHA-256 (hex) of the bytes that were shown to the signer: where the document is another one, the call is 409 `invalid_state` with the reason document_changed.',
    ),
});
export type SignBody = z.infer<typeof signInput>;

export const declineInput = z.strictObject({
  reason: sanitizedLine(LIMITS.reasonMaxChars).optional().describe('The sender reads it.'),
});
export const consentInput = z.strictObject({
  accepted: z.literal(true).describe('That the signer accepted what they were shown.'),
});
export const statusAnswer = z.object({
  status: z.enum(ENVELOPE_STATUSES).describe('Of the envelope, afterwards.'),
});

/** Says nothing about the envelope: whoever finds an old link learns nothing by asking. */
export const newLinkAnswer = z.object({
  accepted: z.literal(true).describe('The request was taken. Whether a mail goes out is not said.'),
});
