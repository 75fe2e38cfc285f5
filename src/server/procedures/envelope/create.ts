import { z } from 'zod';
import { ACCEPTED_DOCUMENTS } from '#domain/document/accepted.ts';
import { copy } from '#domain/envelope/copy.ts';
import { create, type CreateInput, emptyGraph } from '#domain/envelope/create.ts';
import { findDocument } from '#domain/envelope/graph.ts';
import type { ReceivedDocument } from '#domain/envelope/upload.ts';
import { createRefusal } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import { base64 } from '#wire/base64.ts';
import { textTags, trackedChanges } from '#wire/document.ts';
import { draftParts } from '#wire/draft.ts';
import { envelopeGraphSchema, toWireGraph, type WireGraph } from '#wire/envelope-graph.ts';
import { createPathIdSchema } from '#wire/identifier.ts';
import { createRequiredLineSchema } from '#wire/text.ts';
import { variableValues } from '#wire/variables.ts';
import { commitNew } from '#server/commit.ts';
import { readTransaction, transaction } from '#server/db/client/transaction.ts';
import { readGraph } from '#server/db/envelopes/envelopes.ts';
import { readOrganization } from '#server/db/organizations/organizations.ts';
import { requireTeam } from '#server/procedures/team/teams.ts';
import { placeFields, type Searched, toEnvelopeFiles } from '#server/document/place-fields.ts';
import { STILL_CONVERTING } from '#server/document/receive-in-time.ts';
import { receiveInline } from '#server/document/receive-inline.ts';
import { withHashedCodes } from '#server/envelopes/access-codes.ts';
import { requireMeans } from '#server/envelopes/means.ts';
import { memberProcedure } from '#server/trpc/audience.ts';
import { replayStored, runOnce } from '#server/trpc/idempotency.ts';
import { uploadTarget, uploadTargetSchema } from './upload.ts';

/** A document in the body of a request. */
export const documentInput = z.strictObject({
  contentBase64: base64.describe('The file, encoded as base64 (RFC 4648 section 4), in one line or several.'),
  contentType: z
    .enum(ACCEPTED_DOCUMENTS.map(({ contentType }) => contentType))
    .describe('PDF, DOCX, PNG, JPEG or HEIC.'),
});

/** The envelope's graph, and where to upload a document that wasn't in the request. */
export const createdEnvelope = envelopeGraphSchema
  .extend({ upload: uploadTargetSchema.optional() })
  .meta({ id: 'CreatedEnvelope' });

/** Creates a draft, with its document in the request or uploaded afterwards. */
export const createEnvelope = memberProcedure('send')
  .meta({
    openapi: {
      method: 'POST',
      path: '/api/v1/envelopes',
      tags: ['Envelopes'],
      summary: 'Create an envelope',
      description:
        'Creates a draft. Send the file as `document`, or upload it to the `upload` target in the response and then call upload/complete. Unless you send `fields`, fields are detected: the envelope goes from `detecting` to `review`, and its version increases by 2. Poll it until `detectionStatus` is `completed` or `failed`. You can send participants before there are fields. DOCX files are converted to PDF; a slow conversion continues after the response, and `documentStatus` is `processing` until it ends.',
    },
    rest: {
      success: 201,
      idempotency: 'stored',
      errors: [
        'payload_too_large',
        'unsupported_media_type',
        'document_unreadable',
        'legal_framework_unavailable',
      ],
      maxBodyBytes: LIMITS.inlineDocumentBodyMaxBytes,
    },
    agent: { scopes: ['envelopes:write'], rest: false },
  })
  .input(
    z.strictObject({
      originalFilename: createRequiredLineSchema(LIMITS.filenameMaxChars).describe('The file name.'),
      teamId: z
        .string()
        .min(1)
        .max(100)
        .optional()
        .describe(
          "The envelope's team. Default: the team of the credentials, or the organization's oldest team that isn't private.",
        ),
      document: documentInput.optional().describe('Omit it to upload the document separately.'),
      detect: z
        .boolean()
        .optional()
        .describe('Whether to detect fields. Default: true, unless you send at least one of `fields`.'),
      trackedChanges: trackedChanges.optional(),
      textTags: textTags.optional(),
      variables: variableValues
        .optional()
        .describe(
          'Fills in the variables of Word files, such as [[client.name]]. Each must have a value. Without it, they stay as they are.',
        ),
      ...draftParts,
    }),
  )
  .output(createdEnvelope)
  .mutation(async ({ ctx, input: { document, detect, teamId, variables = null, ...draft } }) => {
    const { services, member } = ctx;
    return await runOnce<CreatedEnvelope>(ctx, {
      operation: 'create-envelope',
      run: async (finish) => {
        const { organizationId } = member;
        const { organization, team } = await transaction(services.db, { organizationId }, async (tx) => ({
          organization: await readOrganization(tx, organizationId),
          team: await requireTeam(tx, member, teamId),
        }));
        const envelopeId = services.newId('envelope');
        const received =
          document === undefined
            ? null
            : await receiveInline(services, organizationId, envelopeId, document, {
                trackedChanges: draft.trackedChanges ?? 'accept',
                textTags: draft.textTags ?? organization.defaults.textTags,
                variableValues: variables,
                keepsSignatures: true,
              });
        const isProcessing = received === STILL_CONVERTING;
        await requireMeans(services, organizationId, draft.participants ?? [], 'participants');
        const facts = member.facts();
        const input: CreateInput = {
          ...draft,
          participants: draft.participants && (await withHashedCodes(draft.participants)),
          fields:
            draft.fields && (await placeFields(services, organizationId, toSearched(received), draft.fields)),
          id: envelopeId,
          organizationId,
          teamId: team.id,
          sourceFormat: isProcessing ? 'docx' : (received?.sourceFormat ?? 'pdf'),
          deliveryMode: document === undefined ? 'upload' : 'inline',
          documents: isProcessing ? [] : (received?.files ?? []),
          tags: isProcessing ? [] : (received?.tags ?? []),
          variables: isProcessing ? [] : (received?.variables ?? []),
          variableValues: variables,
          isProcessing,
          detect: detect ?? (draft.fields ?? []).length === 0,
          defaults: organization.defaults,
          senderUserId: member.sender.userId,
          senderName: member.sender.name,
          senderEmail: member.sender.email,
        };
        const upload =
          document === undefined ? { upload: await uploadTarget(services, organizationId, input.id) } : {};
        const graph = await commitNew(
          services,
          emptyGraph(input, facts),
          facts,
          [(empty) => create(empty, input, facts)],
          (tx, made) => finish(tx, { ...toWireGraph(made), ...upload }),
        );
        return { ...toWireGraph(graph), ...upload };
      },
      replay: replayStored(createdEnvelope),
    });
  });

/** Creates a draft that is a copy of an envelope. */
export const copyEnvelope = memberProcedure('send')
  .meta({
    openapi: {
      method: 'POST',
      path: '/api/v1/envelopes/{id}/copy',
      tags: ['Envelopes'],
      summary: 'Copy an envelope',
      description:
        "Creates a draft with the same document, recipients, fields, message and policy, whatever the envelope's status. The values that signers entered, `metadata` and an expiry date that has passed aren't copied. The sender is the caller.",
    },
    rest: { success: 201, idempotency: 'stored', errors: ['not_found', 'invalid_state'] },
    agent: { scopes: ['envelopes:read', 'envelopes:write'], rest: false },
  })
  .input(z.strictObject({ id: createPathIdSchema('envelope') }))
  .output(envelopeGraphSchema)
  .mutation(async ({ ctx, input: { id } }) => {
    const { services, member } = ctx;
    const { organizationId, sender } = member;
    return await runOnce<WireGraph>(ctx, {
      operation: 'copy-envelope',
      run: async (finish) => {
        const { source, organization } = await readTransaction(
          services.db,
          { organizationId },
          async (tx) => {
            const [graph, found] = await Promise.all([
              readGraph(tx, organizationId, id),
              readOrganization(tx, organizationId),
            ]);
            return { source: graph, organization: found };
          },
        );
        if (source === null) throw createRefusal('not_found');
        const facts = member.facts();
        const { expiryDays } = organization.defaults;
        const made = copy(source, { id: services.newId('envelope'), sender, expiryDays }, facts);
        if (made.kind === 'refuse') throw createRefusal(made.code, made.details);
        const graph = await commitNew(services, made.empty, facts, [made.create], (tx, written) =>
          finish(tx, toWireGraph(written)),
        );
        return toWireGraph(graph);
      },
      replay: replayStored(envelopeGraphSchema),
    });
  });

export type CreatedEnvelope = z.infer<typeof createdEnvelope>;

function toSearched(received: ReceivedDocument | typeof STILL_CONVERTING | null): Searched {
  return received === null || received === STILL_CONVERTING
    ? { prepared: null, files: [] }
    : { prepared: findDocument({ documents: received.files }, 'prepared'), files: toEnvelopeFiles(received) };
}
