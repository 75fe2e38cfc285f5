import { z } from 'zod';
import { toFileContent } from '#domain/envelope/files/file.ts';
import { processFile, receiveFile } from '#domain/envelope/files/receive-file.ts';
import {
  type EnvelopeFile,
  type EnvelopeGraph,
  findDocument,
  type Preparation,
} from '#domain/envelope/graph.ts';
import { completeUpload as decideUpload, refuseUpload, startProcessing } from '#domain/envelope/upload.ts';
import { createInvalidRefusal, createRefusal, Refusal } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import { textTags, trackedChanges } from '#wire/document.ts';
import { envelopeGraphSchema, toWireGraph } from '#wire/envelope-graph.ts';
import { createPathIdSchema } from '#wire/identifier.ts';
import { timestamp } from '#wire/text.ts';
import { variableValues } from '#wire/variables.ts';
import { commit } from '#server/commit.ts';
import { loadGraph } from '#server/db/envelopes/load-graph.ts';
import { settleWaiting } from '#server/document/place-fields.ts';
import { STILL_CONVERTING } from '#server/document/receive-in-time.ts';
import { receiveUpload } from '#server/document/receive-upload.ts';
import { changeFiles } from '#server/envelopes/change-files.ts';
import type { Services } from '#server/runtime/services.ts';
import { uploadKey } from '#server/storage/keys.ts';
import { type Member, memberProcedure } from '#server/trpc/audience.ts';

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

/** Takes in an uploaded document. Safe to repeat. */
export const completeUpload = memberProcedure('send')
  .meta({
    openapi: {
      method: 'POST',
      path: '/api/v1/envelopes/{id}/upload/complete',
      tags: ['Envelopes'],
      summary: 'Complete an upload',
      description:
        'Checks and normalizes the uploaded file, converts DOCX to PDF, and starts field detection unless the envelope was created without it. A slow conversion continues after the response: `documentStatus` is `processing` until it ends. Also takes in documents that were added without their bytes. `documentReceived` is false if something has not been uploaded.',
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
  .input(
    z.strictObject({
      id: createPathIdSchema('envelope'),
      trackedChanges: trackedChanges.optional(),
      textTags: textTags.optional(),
      variables: variableValues
        .optional()
        .describe('Fills in the variables of Word files. Default: those that the envelope was created with.'),
    }),
  )
  .output(
    z.object({
      envelope: envelopeGraphSchema,
      documentReceived: z.boolean().describe('Whether the document has been uploaded.'),
      detectionRequested: z.boolean().describe('Whether field detection was started.'),
    }),
  )
  .mutation(async ({ ctx: { services, member }, input: { id, variables, ...wanted } }) => {
    const { organizationId } = member;
    const before = await loadGraph(services, organizationId, id);
    const isSettled =
      findDocument(before, 'prepared') !== null || before.envelope.documentStatus === 'processing';
    const refused = isSettled ? null : refuseUpload(before);
    if (refused?.kind === 'refuse') throw createRefusal(refused.code, refused.details);
    const settings = {
      trackedChanges: wanted.trackedChanges ?? before.envelope.trackedChanges,
      textTags: wanted.textTags ?? before.envelope.textTags,
      variableValues: variables ?? before.envelope.variableValues,
    };
    const received = isSettled
      ? null
      : await receiveUpload(services, organizationId, id, { ...settings, keepsSignatures: true });

    const settled =
      received === STILL_CONVERTING || received === null
        ? null
        : await settleWaiting(services, 'request', before, received);
    const target = { organizationId, envelopeId: id };
    const facts = member.facts();
    const first = await commit(services, target, facts, (current) =>
      received === STILL_CONVERTING
        ? startProcessing(current, settings)
        : decideUpload(current, settled, settings, facts),
    );
    if (findDocument(first, 'prepared') !== null)
      await services.storage.remove(uploadKey(organizationId, id));
    const graph = await completeAddedFiles(services, member, first, { ...wanted, variableValues: variables });
    const { documentStatus, detectionWanted } = graph.envelope;
    const isTagged = (settled?.document.tags ?? []).length > 0;
    const isMissing = graph.files.some(({ status }) => status === 'awaited' || status === 'refused');
    const documentReceived = !isMissing && (documentStatus === 'received' || documentStatus === 'processing');
    const detectionRequested = documentReceived && detectionWanted && !isTagged;
    return { envelope: toWireGraph(graph), documentReceived, detectionRequested };
  });

type Wanted = { readonly [K in keyof Preparation]?: Preparation[K] | undefined };

export const uploadTargetSchema = z
  .object({
    url: z.string(),
    method: z.literal('PUT'),
    headers: z.record(z.string(), z.string()),
    maxBytes: z.int(),
    expiresAt: timestamp,
  })
  .meta({
    id: 'UploadTarget',
    description: 'Where to upload the document, with these headers. Call upload/complete afterwards.',
  });

/**
 * Tells a client where to upload an envelope's document, or one that was added to it: to this server, or
 * directly to the storage if the storage allows that.
 */
export async function uploadTarget(
  { storage, config, clock }: Pick<Services, 'storage' | 'config' | 'clock'>,
  organizationId: string,
  envelopeId: string,
  documentId?: string,
): Promise<z.infer<typeof uploadTargetSchema>> {
  const expiresSeconds = LIMITS.uploadUrlLifeMs / 1000;
  const direct = await storage.uploadTarget(uploadKey(organizationId, documentId ?? envelopeId), {
    expiresSeconds,
  });
  const path = documentId === undefined ? 'document' : `documents/${documentId}`;
  const { url, method, headers } = direct ?? {
    url: `${config.http.origin}/api/v1/envelopes/${envelopeId}/${path}`,
    method: 'PUT',
    headers: { 'content-type': 'application/octet-stream' },
  };
  return {
    url,
    method,
    headers: { ...headers },
    maxBytes: config.limits.documentBytes,
    expiresAt: new Date(clock().getTime() + LIMITS.uploadUrlLifeMs).toISOString(),
  };
}

/**
 * Takes in the uploads of documents that were added without their bytes, and returns the updated graph. A
 * refused document doesn't hold up the others: the first refusal is thrown after all have been processed.
 */
async function completeAddedFiles(
  services: Services,
  member: Member,
  before: EnvelopeGraph,
  wanted: Wanted,
): Promise<EnvelopeGraph> {
  let graph = before;
  const refusals: Refusal[] = [];
  for (const file of before.files) {
    if (file.status !== 'awaited' && file.status !== 'refused') continue;
    try {
      graph = (await completeFile(services, member, before.envelope.id, file, wanted)) ?? graph;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refusals.push(error);
    }
  }
  const [first] = refusals;
  if (first !== undefined) throw first;
  return graph;
}

/** Takes in the upload of one document; null if nothing has been uploaded. */
async function completeFile(
  services: Services,
  member: Member,
  envelopeId: string,
  file: EnvelopeFile,
  wanted: Wanted,
): Promise<EnvelopeGraph | null> {
  const { organizationId } = member;
  const target = { organizationId, envelopeId };
  const settings = {
    trackedChanges: wanted.trackedChanges ?? file.trackedChanges,
    textTags: wanted.textTags ?? file.textTags,
    variableValues: wanted.variableValues ?? file.variableValues,
  };
  const received = await receiveUpload(services, organizationId, file.id, settings);
  if (received === null) return null;
  if (received === STILL_CONVERTING)
    return await commit(services, target, member.facts(), (current) =>
      processFile(current, file.id, settings),
    );
  const { tags } = received;
  const content = toFileContent(received);
  if (content === null) throw new Error('a received document lacks a file');
  const facts = member.facts();
  try {
    const graph = await changeFiles(services, target, facts, (current) =>
      receiveFile(current, file.id, { content, tags }, facts),
    );
    await services.storage.remove(uploadKey(organizationId, file.id));
    return graph;
  } catch (error) {
    // The document may be too large together with the others. It would be refused again, so the upload is
    // removed.
    if (error instanceof Refusal && error.code !== 'rate_limited')
      await services.storage.remove(uploadKey(organizationId, file.id));
    throw error;
  }
}
