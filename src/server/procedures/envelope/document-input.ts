import { z } from 'zod';
import { ACCEPTED_DOCUMENTS } from '#domain/document/accepted.ts';
import { base64 } from '#wire/base64.ts';
import { envelopeGraphSchema } from '#wire/envelope-graph.ts';
import { uploadTargetSchema } from './upload-target.ts';

/** A document in the body of a request. */
export const documentInput = z.strictObject({
  contentBase64: base64.describe('The file, encoded as base64 (RFC 4648 section 4), in one line or several.'),
  contentType: z
    .enum(ACCEPTED_DOCUMENTS.map(({ contentType }) => contentType))
    .describe('PDF, DOCX, PNG, JPEG or HEIC.'),
});

/** The envelope's graph, and where to upload a document that wasn't in the request. */
export const createdEnvelope = envelopeGraphSchema
  .extend({ upload: uploadTargetSchema.optional() })
  .meta({ id: 'CreatedEnvelope' });
export type CreatedEnvelope = z.infer<typeof createdEnvelope>;
