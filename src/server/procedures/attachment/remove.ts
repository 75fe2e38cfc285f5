import { z } from 'zod';
import { detach } from '#domain/envelope/attach.ts';
import { createRefusal } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import { createPathIdSchema } from '#wire/identifier.ts';
import { readUploads, removeUpload } from '#server/db/envelopes/attachments.ts';
import { askForReview } from '#server/db/housekeeping/blob-reviews.ts';
import { commitAsSigner, loadSignerEnvelope } from '#server/procedures/signer/load-signer-envelope.ts';
import { signerProcedure } from '#server/trpc/audience.ts';

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
        await removeUpload(tx, file.fieldId);
        await askForReview(tx, { organizationId, key: file.key }, dueAt);
      },
    );
  });
