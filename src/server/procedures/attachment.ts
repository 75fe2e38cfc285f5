import { z } from 'zod';
import type { FieldAttachment } from '#domain/decision.ts';
import { attach, detach } from '#domain/envelope/visit.ts';
import { createRefusal } from '#domain/errors.ts';
import { toAttachment } from '#domain/field/attachment.ts';
import { LIMITS } from '#domain/limits.ts';
import { attachInput, uploadedAttachment } from '#wire/attachment.ts';
import { createPathIdSchema } from '#wire/identifier.ts';
import { isSeenBy } from '#wire/signer-view.ts';
import { readTransaction } from '#server/db/client/transaction.ts';
import {
  isOverAttachmentsLimit,
  isOverFilesLimit,
  putAttachment,
  readAttachment,
  readUploads,
  removeUpload,
  removeUploads,
} from '#server/db/envelopes/attachments.ts';
import { askForReviews } from '#server/db/housekeeping/blob-reviews.ts';
import { receiveAttachment } from '#server/document/attachment.ts';
import { serveFile } from '#server/document/serve.ts';
import { commitAsSigner, loadSignerEnvelope } from '#server/procedures/signer/load-signer-envelope.ts';
import { collectFacts } from '#server/runtime/context.ts';
import type { Services } from '#server/runtime/services.ts';
import { memberProcedure, signerProcedure } from '#server/trpc/audience.ts';

/** Stores a file for one of the signer's fields and replaces the previous one. */
export const uploadAttachment = signerProcedure
  .meta({
    openapi: {
      method: 'POST',
      path: '/api/signer/attachments',
      tags: ['Signer'],
      summary: 'Upload an attachment',
      description:
        'Takes a file for an attachment field, replacing those uploaded before, unless `add` is true; a field has at most 10. A PDF, PNG, JPEG or HEIC of at most 10 MiB, recognized by its content. A picture is encoded again, upright and without metadata such as its location; a PDF is normalized like any document. Give the returned `id` as the value of the field in `POST /api/signer/sign`. All files of an envelope together have at most 50 MiB; beyond that, the call returns 413 with the reason attachments_full, and with too_many_files for an eleventh file of a field.',
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
  .mutation(async ({ ctx, input: { fieldId, filename, contentBase64, add } }) => {
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
        async (tx) => {
          if (add !== true) await removeUploads(tx, [fieldId]);
          await putAttachment(tx, row);
        },
      ),
    );
    return { fieldId, ...toAttachment(file) };
  });

/** Removes a file that the signer uploaded but hasn't signed with yet. */
export const removeAttachment = signerProcedure
  .meta({
    openapi: {
      method: 'DELETE',
      path: '/api/signer/attachments/{id}',
      tags: ['Signer'],
      summary: 'Remove an attachment',
      description: 'Removes a file that the signer uploaded, before they sign.',
    },
    rest: { success: 204, errors: ['not_found', 'not_your_turn', 'invalid_state'] },
  })
  .input(z.strictObject({ id: createPathIdSchema('attachment') }))
  .output(z.undefined())
  .mutation(async ({ ctx, input: { id } }) => {
    const { services, claims } = ctx;
    const { organization } = await loadSignerEnvelope(ctx, ['sign']);
    const organizationId = organization.id;
    const dueAt = new Date(services.clock().getTime() + LIMITS.blobGraceMs);
    await commitAsSigner(
      ctx,
      organizationId,
      (current, facts) => detach(current, claims.part, facts),
      async (tx) => {
        const own = await readUploads(tx, { envelopeId: claims.env, participantId: claims.part });
        const file = own.find((one) => one.id === id);
        if (file === undefined) throw createRefusal('not_found');
        await removeUpload(tx, id);
        await askForReviews(tx, { organizationId, keys: [file.key] }, dueAt);
      },
    );
  });

/** Serves a file that a signer attached, after they have signed. */
export const downloadAttachment = memberProcedure('read')
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/v1/envelopes/{id}/attachments/{attachmentId}',
      tags: ['Envelopes'],
      summary: 'Download an attachment',
      description: 'Returns a file that a signer attached. The `attachment` of a field has its ID.',
    },
    rest: { errors: ['not_found'], answer: 'bytes' },
    agent: { scopes: ['envelopes:read'], rest: false },
  })
  .input(
    z.strictObject({ id: createPathIdSchema('envelope'), attachmentId: createPathIdSchema('attachment') }),
  )
  .output(z.instanceof(Response))
  .query(async ({ ctx: { services, member }, input: { id, attachmentId } }) => {
    const file = await findAttachment(services, member.organizationId, { envelopeId: id, attachmentId });
    // A file isn't handed out before the person who uploaded it signs.
    if (file?.isSigned !== true) throw createRefusal('not_found');
    return await serveAttachment(services, file);
  });

/** Serves a signer's own file, or a file of another signer that they may see. */
export const getSignerAttachment = signerProcedure
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/signer/attachments/{id}',
      tags: ['Signer'],
      summary: 'Download an attachment',
      description:
        "Returns a file that the signer attached, or one of an earlier signer whose answers they see. Others' private files are not found.",
    },
    rest: { errors: ['not_found'], answer: 'bytes' },
  })
  .input(z.strictObject({ id: createPathIdSchema('attachment') }))
  .output(z.instanceof(Response))
  .query(async ({ ctx, input }) => {
    const { services, claims } = ctx;
    const { graph, organization } = await loadSignerEnvelope(ctx, ['sign', 'copy']);
    const named = { envelopeId: claims.env, attachmentId: input.id };
    const file = await findAttachment(services, organization.id, named);
    if (file === null || !isSeenBy(graph, claims.part, file.fieldId)) throw createRefusal('not_found');
    return await serveAttachment(services, file);
  });

/**
 * Runs a write. Refuses with `payload_too_large` if the envelope's files would become too large, or too many for a
 * field.
 */
export async function withAttachmentsLimit<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (isOverFilesLimit(error))
      throw createRefusal(
        'payload_too_large',
        { maxFiles: LIMITS.attachmentsPerField, reason: 'too_many_files' },
        `A field takes at most ${LIMITS.attachmentsPerField} files.`,
      );
    if (!isOverAttachmentsLimit(error)) throw error;
    throw createRefusal(
      'payload_too_large',
      { maxBytes: LIMITS.attachmentsMaxBytes, reason: 'attachments_full' },
      'The files attached to this envelope are larger than 50 MiB together.',
    );
  }
}

async function findAttachment(
  services: Services,
  organizationId: string,
  { envelopeId, attachmentId }: { readonly envelopeId: string; readonly attachmentId: string },
) {
  return await readTransaction(services.db, { organizationId }, (tx) =>
    readAttachment(tx, envelopeId, attachmentId),
  );
}

async function serveAttachment(services: Services, file: FieldAttachment): Promise<Response> {
  return await serveFile(services, file, { filename: file.filename, disposition: 'attachment' });
}
