import { z } from 'zod';
import { findAcceptedByName } from '#domain/document/accepted.ts';
import type { Facts } from '#domain/envelope/facts.ts';
import { addFile, type AddFileInput } from '#domain/envelope/files/add-file.ts';
import { removeFile, reorderFiles } from '#domain/envelope/files/arrange-files.ts';
import { refuseFileChange, refuseJoining } from '#domain/envelope/files/changed-files.ts';
import { toFileContent } from '#domain/envelope/files/file.ts';
import { refuseFileUpload } from '#domain/envelope/files/receive-file.ts';
import type { EnvelopeGraph, Preparation } from '#domain/envelope/graph.ts';
import type { ReceivedDocument } from '#domain/envelope/upload.ts';
import { createInvalidRefusal, createRefusal } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import { DecodedBase64 } from '#wire/base64.ts';
import { textTags, trackedChanges } from '#wire/document.ts';
import { expectedVersion } from '#wire/draft.ts';
import { envelopeGraphSchema, toWireGraph, type WireGraph } from '#wire/envelope-graph.ts';
import { createPathIdSchema } from '#wire/identifier.ts';
import { createRequiredLineSchema, pathId } from '#wire/text.ts';
import { variableValues } from '#wire/variables.ts';
import { loadGraph } from '#server/db/envelopes/load-graph.ts';
import { STILL_CONVERTING } from '#server/document/receive-in-time.ts';
import { receiveInline } from '#server/document/receive-inline.ts';
import { changeFiles, type PlanFiles } from '#server/envelopes/change-files.ts';
import { uploadKey } from '#server/storage/keys.ts';
import { type Member, memberProcedure } from '#server/trpc/audience.ts';
import { replayStored, runEnvelopeOnce, runOnce } from '#server/trpc/idempotency.ts';
import { type Context, createCallerFactory, router } from '#server/trpc/init.ts';
import { createdEnvelope, type CreatedEnvelope, createEnvelope, documentInput } from './envelope/create.ts';
import { refuseAgentOfScheduled } from './envelope/draft.ts';
import { uploadTarget } from './envelope/upload.ts';

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

/** Changes the order of a draft's documents. */
export const reorderDocuments = memberProcedure('send')
  .meta({
    openapi: {
      method: 'PATCH',
      path: '/api/v1/envelopes/{id}/documents',
      tags: ['Envelopes'],
      summary: 'Reorder documents',
      description:
        'Puts the files into another order, while the status is draft, detecting or review. Fields move with their pages.',
    },
    rest: { idempotency: 'current', errors: ['not_found', 'version_conflict', 'invalid_state'] },
    agent: { scopes: ['envelopes:write'], rest: false },
  })
  .input(
    z.strictObject({
      id: createPathIdSchema('envelope'),
      order: z
        .array(z.string().min(1).max(100))
        .min(1)
        .max(LIMITS.documentsMax)
        .describe('The ids of all documents in their new order.'),
      expectedVersion: expectedVersion.optional(),
    }),
  )
  .output(envelopeGraphSchema)
  .mutation(({ ctx, input: { order, ...target } }) =>
    rearrangeFiles(ctx, 'reorder-documents', target, (graph, facts) => reorderFiles(graph, order, facts)),
  );

/** Removes a document of a draft, with its fields. */
export const removeDocument = memberProcedure('send')
  .meta({
    openapi: {
      method: 'DELETE',
      path: '/api/v1/envelopes/{id}/documents/{documentId}',
      tags: ['Envelopes'],
      summary: 'Remove a document',
      description:
        'Removes a file and the fields on its pages, while the status is draft, detecting or review. The event `envelope.document_removed` says how many fields. The last document of an envelope stays: `details.reason` is `last_document`. While the condition or formula of a field elsewhere names a field on its pages, nothing is removed: `details.reason` is `fields_in_use`, and `details.fields` has the IDs of those that name it.',
    },
    rest: { idempotency: 'current', errors: ['not_found', 'version_conflict', 'invalid_state'] },
    agent: { scopes: ['envelopes:write'], rest: false },
  })
  .input(
    z.strictObject({
      id: createPathIdSchema('envelope'),
      documentId: createPathIdSchema('document'),
      expectedVersion: expectedVersion.optional(),
    }),
  )
  .output(envelopeGraphSchema)
  .mutation(({ ctx, input: { documentId, ...target } }) =>
    rearrangeFiles(ctx, 'remove-document', target, (graph, facts) => removeFile(graph, documentId, facts)),
  );

const callOperations = createCallerFactory(router({ create: createEnvelope, add: addDocument }));

/**
 * Reads the body of a page's request as a file: the first one of a new envelope, or another one of the
 * envelope `id`. The file is checked before anything is written, so a refused file leaves nothing behind.
 */
export const takeDocument = memberProcedure('send')
  .input(
    z.strictObject({
      id: createPathIdSchema('envelope').optional(),
      originalFilename: createRequiredLineSchema(LIMITS.filenameMaxChars),
      displayName: createRequiredLineSchema(LIMITS.nameMaxChars).optional(),
      teamId: pathId.optional(),
      detect: z.boolean(),
      trackedChanges: trackedChanges.optional(),
      textTags: textTags.optional(),
    }),
  )
  .output(envelopeGraphSchema)
  .mutation(async ({ ctx, input: { id, displayName, teamId, textTags: tags, ...file } }) => {
    if (ctx.body === null)
      throw createInvalidRefusal([{ path: '', message: 'must have the document as its body' }]);
    const bytes = new Uint8Array(await new Response(ctx.body).arrayBuffer());
    const { contentType } = findAcceptedByName(file.originalFilename) ?? { contentType: 'application/pdf' };
    const document = { contentBase64: new DecodedBase64(bytes, ''), contentType };
    const operations = callOperations(ctx);
    return id === undefined
      ? await operations.create({ ...file, displayName, teamId, textTags: tags, document })
      : await operations.add({ ...file, id, textTags: tags, document });
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

/** Rearranges the files of a draft, once for each Idempotency-Key. */
async function rearrangeFiles(
  ctx: Context & { readonly member: Member },
  operation: string,
  { id: envelopeId, expectedVersion }: { id: string; expectedVersion?: number | undefined },
  plan: (graph: EnvelopeGraph, facts: Facts) => ReturnType<PlanFiles>,
): Promise<WireGraph> {
  const { services, member } = ctx;
  const facts = member.facts();
  const target = { organizationId: member.organizationId, envelopeId, expectedVersion };
  return await runEnvelopeOnce(ctx, operation, envelopeId, (alongside) =>
    changeFiles(
      services,
      target,
      facts,
      (graph) => {
        refuseAgentOfScheduled(ctx.principal, graph);
        return plan(graph, facts);
      },
      alongside,
    ),
  );
}
