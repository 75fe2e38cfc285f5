import { z } from 'zod';
import { refuseFileUpload } from '#domain/envelope/files/receive-file.ts';
import { createInvalidRefusal, createRefusal } from '#domain/errors.ts';
import { createPathIdSchema } from '#wire/identifier.ts';
import { loadGraph } from '#server/db/envelopes/load-graph.ts';
import { uploadKey } from '#server/storage/keys.ts';
import { memberProcedure } from '#server/trpc/audience.ts';

/** Stores the upload of a document that was added without its bytes. upload/complete checks it. */
export const uploadAddedDocument = memberProcedure('send')
  .meta({
    openapi: {
      method: 'PUT',
      path: '/api/v1/envelopes/{id}/documents/{documentId}',
      tags: ['Envelopes'],
      summary: 'Upload an added document',
      description:
        'Takes the raw bytes of a document that was added without them. Uploading again replaces them until you call upload/complete.',
    },
    rest: { success: 204, errors: ['not_found', 'invalid_state', 'payload_too_large'], body: 'bytes' },
    agent: { scopes: ['envelopes:write'], rest: false },
  })
  .input(z.strictObject({ id: createPathIdSchema('envelope'), documentId: createPathIdSchema('document') }))
  .output(z.undefined())
  .mutation(async ({ ctx: { services, member, body }, input: { id, documentId } }) => {
    const graph = await loadGraph(services, member.organizationId, id);
    const refused = refuseFileUpload(graph, documentId);
    if (refused !== null) throw createRefusal(refused.code, refused.details);
    if (body === null)
      throw createInvalidRefusal([{ path: '', message: 'must have the document as its body' }]);
    await services.storage.put(uploadKey(member.organizationId, documentId), body);
  });
