import { z } from 'zod';
import type { FieldAttachment } from '#domain/decision.ts';
import { createRefusal } from '#domain/errors.ts';
import { createPathIdSchema } from '#wire/identifier.ts';
import { isSeenBy } from '#wire/signer-view.ts';
import { readAttachment } from '#server/db/envelopes/attachments.ts';
import { readTransaction } from '#server/db/client/transaction.ts';
import { serveFile } from '#server/document/serve.ts';
import { loadSignerEnvelope } from '#server/procedures/signer/load-signer-envelope.ts';
import { memberProcedure, signerProcedure } from '#server/trpc/audience.ts';
import type { Services } from '#server/runtime/services.ts';

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
