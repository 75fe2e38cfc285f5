import { z } from 'zod';
import { findDocument } from '#domain/envelope/graph.ts';
import { completeUpload as decideUpload, refuseUpload, startProcessing } from '#domain/envelope/upload.ts';
import { createRefusal } from '#domain/errors.ts';
import { textTags, trackedChanges } from '#wire/document.ts';
import { variableValues } from '#wire/variables.ts';
import { envelopeGraphSchema, toWireGraph } from '#wire/envelope-graph.ts';
import { createPathIdSchema } from '#wire/identifier.ts';
import { commit } from '#server/commit.ts';
import { loadGraph } from '#server/db/envelopes/load-graph.ts';
import { settleWaiting } from '#server/document/place-fields.ts';
import { STILL_CONVERTING } from '#server/document/receive-in-time.ts';
import { receiveUpload } from '#server/document/receive-upload.ts';
import { uploadKey } from '#server/storage/keys.ts';
import { memberProcedure } from '#server/trpc/audience.ts';
import { completeAdded } from './complete-added.ts';

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
    const graph = await completeAdded(services, member, first, { ...wanted, variableValues: variables });
    const { documentStatus, detectionWanted } = graph.envelope;
    const isTagged = (settled?.document.tags ?? []).length > 0;
    const isMissing = graph.files.some(({ status }) => status === 'awaited' || status === 'refused');
    const documentReceived = !isMissing && (documentStatus === 'received' || documentStatus === 'processing');
    const detectionRequested = documentReceived && detectionWanted && !isTagged;
    return { envelope: toWireGraph(graph), documentReceived, detectionRequested };
  });
