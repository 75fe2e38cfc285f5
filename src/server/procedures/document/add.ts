import { z } from 'zod';
import { addFile, type AddFileInput } from '#domain/envelope/files/add-file.ts';
import { refuseFileChange, refuseJoining } from '#domain/envelope/files/changed-files.ts';
import { LIMITS } from '#domain/limits.ts';
import { createRefusal } from '#domain/errors.ts';
import { textTags, trackedChanges } from '#wire/document.ts';
import { variableValues } from '#wire/variables.ts';
import { expectedVersion } from '#wire/draft.ts';
import { toWireGraph } from '#wire/envelope-graph.ts';
import { createPathIdSchema } from '#wire/identifier.ts';
import { createRequiredLineSchema } from '#wire/text.ts';
import { loadGraph } from '#server/db/envelopes/load-graph.ts';
import { receiveInline } from '#server/document/receive-inline.ts';
import { changeFiles } from '#server/envelopes/change-files.ts';
import { memberProcedure } from '#server/trpc/audience.ts';
import { replayStored, runOnce } from '#server/trpc/idempotency.ts';
import { createdEnvelope, type CreatedEnvelope, documentInput } from '../envelope/document-input.ts';
import { refuseAgentOfScheduled } from '../envelope/scheduled.ts';
import { uploadTarget } from '../envelope/upload-target.ts';
import { toFileContent } from '#domain/envelope/files/file.ts';
import type { Preparation } from '#domain/envelope/graph.ts';
import type { ReceivedDocument } from '#domain/envelope/upload.ts';
import { STILL_CONVERTING } from '#server/document/receive-in-time.ts';

/** Adds a document to a draft, after its other documents. */
export const addDocument = memberProcedure('send')
  .meta({
    openapi: {
      method: 'POST',
      path: '/api/v1/envelopes/{id}/documents',
      tags: ['Envelopes'],
      summary: 'Add a document',
      description:
        'Adds a file after the others, while the status is draft, detecting or review. All files make up one PDF with an outline entry each, and `page` counts through all of them; together they may be as large as a single document. Send the file as `document`, or upload it to the `upload` target in the response and then call upload/complete. Its fields are detected unless `detect` is false; if others are being read, it is read after them. To have several files read at once, send `detect: false` and call detect afterwards.',
    },
    rest: {
      success: 201,
      idempotency: 'stored',
      errors: [
        'not_found',
        'version_conflict',
        'invalid_state',
        'payload_too_large',
        'unsupported_media_type',
        'document_unreadable',
      ],
      maxBodyBytes: LIMITS.inlineDocumentBodyMaxBytes,
    },
    agent: { scopes: ['envelopes:write'], rest: false },
  })
  .input(
    z.strictObject({
      id: createPathIdSchema('envelope'),
      originalFilename: createRequiredLineSchema(LIMITS.filenameMaxChars).describe('The file name.'),
      document: documentInput.optional().describe('Omit it to upload the document separately.'),
      detect: z.boolean().optional().describe('Whether to detect its fields. Default: true.'),
      trackedChanges: trackedChanges.optional(),
      textTags: textTags.optional().describe("Whether its tags become fields. Default: the envelope's."),
      variables: variableValues
        .optional()
        .describe("Fills in its variables if it is a Word file. Default: the envelope's."),
      expectedVersion: expectedVersion.optional(),
    }),
  )
  .output(createdEnvelope)
  .mutation(async ({ ctx, input: { id: envelopeId, document, originalFilename, ...options } }) => {
    const { services, member } = ctx;
    const { organizationId } = member;
    return await runOnce<CreatedEnvelope>(ctx, {
      operation: 'add-document',
      run: async (finish) => {
        const before = await loadGraph(services, organizationId, envelopeId);
        refuseAgentOfScheduled(ctx.principal, before);
        const refused = refuseFileChange(before) ?? refuseJoining(before);
        if (refused !== null) throw createRefusal(refused.code, refused.details);
        const file = {
          id: services.newId('document'),
          name: originalFilename,
          detect: options.detect ?? true,
        };
        const preparation = {
          trackedChanges: options.trackedChanges ?? 'accept',
          textTags: options.textTags ?? before.envelope.textTags,
          variableValues: options.variables ?? before.envelope.variableValues,
        };
        const received =
          document && (await receiveInline(services, organizationId, file.id, document, preparation));
        const added = toAddFileInput(file, received ?? null, preparation);
        const facts = member.facts();
        const upload =
          document === undefined
            ? { upload: await uploadTarget(services, organizationId, envelopeId, file.id) }
            : {};
        const target = { organizationId, envelopeId, expectedVersion: options.expectedVersion };
        const graph = await changeFiles(
          services,
          target,
          facts,
          (current) => {
            refuseAgentOfScheduled(ctx.principal, current);
            return addFile(current, added, facts);
          },
          (tx, written) => finish(tx, { ...toWireGraph(written), ...upload }),
        );
        return { ...toWireGraph(graph), ...upload };
      },
      replay: replayStored(createdEnvelope),
    });
  });

/**
 * Describes a document for the decision to add it. The document may be received or still being converted;
 * null if it is uploaded later.
 */
function toAddFileInput(
  file: { readonly id: string; readonly name: string; readonly detect: boolean },
  received: ReceivedDocument | typeof STILL_CONVERTING | null,
  preparation: Preparation,
): AddFileInput {
  const described = { ...file, ...preparation, tags: [] };
  if (received === null) return { ...described, content: 'awaited' };
  if (received === STILL_CONVERTING) return { ...described, content: 'processing' };
  const content = toFileContent(received);
  if (content === null) throw new Error('a received document lacks a file');
  return { ...described, tags: received.tags, content };
}
