import { z } from 'zod';
import { refuseUpload } from '#domain/envelope/upload.ts';
import { findDocument } from '#domain/envelope/graph.ts';
import { createInvalidRefusal, createRefusal } from '#domain/errors.ts';
import { createPathIdSchema } from '#wire/identifier.ts';
import { loadGraph } from '#server/db/envelopes/load-graph.ts';
import { uploadKey } from '#server/storage/keys.ts';
import { memberProcedure } from '#server/trpc/audience.ts';

/** Stores an upload through this server; upload/complete checks it. */
export const uploadDocument = memberProcedure('send')
  .meta({
    openapi: {
      method: 'PUT',
      path: '/api/v1/envelopes/{id}/document',
      tags: ['Envelopes'],
      summary: 'Upload a document',
      description:
        'Takes the raw bytes of the document of an envelope that was created without one. Uploading again replaces the document until you call upload/complete.',
    },
    rest: { success: 204, errors: ['not_found', 'invalid_state', 'payload_too_large'], body: 'bytes' },
    agent: { scopes: ['envelopes:write'], rest: false },
  })
  .input(z.strictObject({ id: createPathIdSchema('envelope') }))
  .output(z.undefined())
  .mutation(async ({ ctx: { services, member, body }, input }) => {
    const graph = await loadGraph(services, member.organizationId, input.id);
    const refused = refuseUpload(graph);
    if (refused?.kind === 'refuse') throw createRefusal(refused.code, refused.details);
    if (findDocument(graph, 'prepared') !== null) {
      throw createRefusal('invalid_state', { status: graph.envelope.status, reason: 'document_received' });
    }
    if (body === null)
      throw createInvalidRefusal([{ path: '', message: 'must have the document as its body' }]);
    await services.storage.put(uploadKey(member.organizationId, input.id), body);
  });
