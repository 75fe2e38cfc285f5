import { z } from 'zod';
import { documentOf, type EnvelopeDocument } from '#domain/envelope/graph.ts';
import { completeUpload as decideUpload, refuseUpload } from '#domain/envelope/upload.ts';
import { Refusal, refusal } from '#domain/errors.ts';
import { envelopeGraphSchema, toWireGraph } from '#wire/envelope-graph.ts';
import { pathId } from '#wire/text.ts';
import { commit } from '#server/commit.ts';
import { loadGraph } from '#server/db/load-graph.ts';
import { receiveDocument, tooLarge } from '#server/document/receive.ts';
import { uploadKey } from '#server/storage/keys.ts';
import { withLocalFile } from '#server/storage/local-file.ts';
import { sending } from '#server/trpc/audience.ts';
import type { World } from '#server/world.ts';

/** Takes in an uploaded document: checks it, anchors hash and size. Repeating it is safe. */
export const completeUpload = sending
  .meta({
    openapi: {
      method: 'POST',
      path: '/api/v1/envelopes/{id}/upload/complete',
      tags: ['Envelopes'],
      summary: 'Complete an upload',
      description:
        'Checks and normalises the uploaded bytes. `documentReceived` is false while there are none yet.',
    },
    rest: {
      errors: [
        'not_found',
        'invalid_state',
        'payload_too_large',
        'unsupported_media_type',
        'document_unreadable',
      ],
    },
    agent: { scopes: ['envelopes:write'], rest: true },
  })
  .input(z.strictObject({ id: pathId }))
  .output(
    z.object({
      envelope: envelopeGraphSchema,
      documentReceived: z.boolean(),
      detectionRequested: z.boolean(),
    }),
  )
  .mutation(async ({ ctx: { world, member }, input: { id } }) => {
    const { organizationId } = member;
    const before = await loadGraph(world, organizationId, id);
    const refused = documentOf(before, 'prepared') === null ? refuseUpload(before) : null;
    if (refused?.kind === 'refuse') throw refusal(refused.code, refused.details);
    const received =
      documentOf(before, 'prepared') === null ? await receiveUpload(world, organizationId, id) : [];

    const facts = member.facts();
    const target = { organizationId, envelopeId: id };
    const graph = await commit(world, target, facts, (current) => decideUpload(current, received));
    const documentReceived = documentOf(graph, 'prepared') !== null;
    if (documentReceived) await world.storage.remove(uploadKey(organizationId, id));
    return { envelope: toWireGraph(graph), documentReceived, detectionRequested: false };
  });

/** The documents made from the uploaded bytes; none while nothing has been uploaded. */
async function receiveUpload(
  world: World,
  organizationId: string,
  envelopeId: string,
): Promise<EnvelopeDocument[]> {
  const key = uploadKey(organizationId, envelopeId);
  const stored = await world.storage.stat(key);
  if (stored === null) return [];
  try {
    if (stored.sizeBytes > world.config.limits.documentBytes) throw tooLarge(world);
    return await withLocalFile(world.storage, key, (path) => receiveDocument(world, organizationId, path));
  } catch (error) {
    if (error instanceof Refusal) {
      // What was refused will be refused again: the client uploads another one, or nothing stays behind.
      await world.storage.remove(key);
      throw error;
    }
    // Another call may have taken the document in meanwhile and removed the bytes under this one's feet.
    if ((await world.storage.stat(key)) !== null) throw error;
    return [];
  }
}
