import { z } from 'zod';
import { LIMITS } from '#domain/limits.ts';
import { base64 } from './base64.ts';
import { EXAMPLE } from './examples.ts';
import { createIdSchema } from './identifier.ts';
import { sha256, createRequiredLineSchema } from './text.ts';

/** A file that a signer attached. */
export const attachmentSchema = z
  .object({
    id: createIdSchema('attachment'),
    filename: z.string().meta({ examples: ['passport.jpg'] }),
    contentType: z
      .string()
      .describe('application/pdf, image/png or image/jpeg.')
      .meta({ examples: ['image/jpeg'] }),
    sizeBytes: z.int().meta({ examples: [481_203] }),
    sha256: sha256.describe('SHA-256 of the file, lowercase hex.').meta({ examples: [EXAMPLE.contentHash] }),
  })
  .meta({ id: 'Attachment' });
export type WireAttachment = z.infer<typeof attachmentSchema>;

/** A file that a signer uploaded for one of their fields. */
export const uploadedAttachment = attachmentSchema.extend({ fieldId: createIdSchema('field') });
export type UploadedAttachment = z.infer<typeof uploadedAttachment>;

export const attachInput = z.strictObject({
  fieldId: z.string().min(1).describe("ID of one of the signer's attachment fields."),
  filename: createRequiredLineSchema(LIMITS.filenameMaxChars).describe(
    'Name of the file. Its extension is replaced by that of the prepared file.',
  ),
  contentType: z
    .string()
    .max(LIMITS.filterMaxChars)
    .exactOptional()
    .describe("Has no effect: the file's content decides."),
  contentBase64: base64.describe(
    'The file, encoded as base64 (RFC 4648 section 4), in one line or several; at most 10 MiB.',
  ),
  add: z
    .boolean()
    .exactOptional()
    .describe('Whether the field keeps the files that it has. Otherwise, this one takes their place.'),
});
