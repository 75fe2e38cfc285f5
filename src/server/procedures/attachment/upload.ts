import { toAttachment } from '#domain/field/attachment.ts';
import { attach } from '#domain/envelope/attach.ts';
import { createRefusal } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import { attachInput, uploadedAttachment } from '#wire/attachment.ts';
import { collectFacts } from '#server/runtime/context.ts';
import { putAttachment } from '#server/db/envelopes/attachments.ts';
import { receiveAttachment } from '#server/document/attachment.ts';
import { commitAsSigner, loadSignerEnvelope } from '#server/procedures/signer/load-signer-envelope.ts';
import { signerProcedure } from '#server/trpc/audience.ts';
import { withAttachmentsLimit } from './within-limit.ts';

/** Stores a file for one of the signer's fields and replaces the previous one. */
export const uploadAttachment = signerProcedure
  .meta({
    openapi: {
      method: 'POST',
      path: '/api/signer/attachments',
      tags: ['Signer'],
      summary: 'Upload an attachment',
      description:
        'Takes a file for an attachment field, replacing the one uploaded before: a PDF, PNG, JPEG or HEIC of at most 10 MiB, recognized by its content. A picture is encoded again, upright and without metadata such as its location; a PDF is normalized like any document. Give the returned `id` as the value of the field in `POST /api/signer/sign`. All files of an envelope together have at most 50 MiB; beyond that, the call returns 413 with the reason attachments_full.',
    },
    rest: {
      success: 201,
      errors: [
        'not_your_turn',
        'invalid_state',
        'payload_too_large',
        'unsupported_media_type',
        'document_unreadable',
      ],
      maxBodyBytes: LIMITS.attachmentBodyMaxBytes,
    },
  })
  .input(attachInput)
  .output(uploadedAttachment)
  .mutation(async ({ ctx, input: { fieldId, filename, contentBase64 } }) => {
    const { services, claims } = ctx;
    const { graph, organization } = await loadSignerEnvelope(ctx, ['sign']);
    // The body isn't read for someone who can't attach a file now. The decision checks this again under the
    // lock.
    const { now } = collectFacts({ type: 'signer', id: claims.part }, services);
    const early = attach(graph, claims.part, fieldId, { now });
    if (early.kind === 'refuse') throw createRefusal(early.code, early.details);
    const uploader = `${claims.env} ${claims.part}`;
    await services.rates.attachment.take(uploader);
    await services.rates.hourlyAttachment.take(uploader);
    const bytes =
      typeof contentBase64 === 'string' ? Buffer.from(contentBase64, 'base64') : contentBase64.bytes;
    if (bytes === null) throw new Error('validated base64 could not be decoded');
    const file = await receiveAttachment(services, organization.id, { fieldId, filename }, bytes);
    const row = {
      ...{ ...file, envelopeId: claims.env, organizationId: organization.id },
      ...{ createdAt: services.clock(), signedAt: null },
    };
    await withAttachmentsLimit(() =>
      commitAsSigner(
        ctx,
        organization.id,
        (current, facts) => attach(current, claims.part, fieldId, facts),
        (tx) => putAttachment(tx, row),
      ),
    );
    return { fieldId, ...toAttachment(file) };
  });
