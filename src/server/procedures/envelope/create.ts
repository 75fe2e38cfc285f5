import { z } from 'zod';
import { create, emptyGraph, type CreateInput } from '#domain/envelope/create.ts';
import { findDocument } from '#domain/envelope/graph.ts';
import type { ReceivedDocument } from '#domain/envelope/upload.ts';
import { createInvalidRefusal } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import { textTags, trackedChanges } from '#wire/document.ts';
import { variableValues } from '#wire/variables.ts';
import { draftParts } from '#wire/draft.ts';
import { toWireGraph } from '#wire/envelope-graph.ts';
import { createRequiredLineSchema } from '#wire/text.ts';
import { commitNew } from '#server/commit.ts';
import { readOrganization } from '#server/db/organizations/organizations.ts';
import { readTeam } from '#server/db/organizations/teams.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { withHashedCodes } from '#server/envelopes/access-codes.ts';
import { toEnvelopeFiles, placeFields, type Searched } from '#server/document/place-fields.ts';
import { STILL_CONVERTING } from '#server/document/receive-in-time.ts';
import { receiveInline } from '#server/document/receive-inline.ts';
import { memberProcedure } from '#server/trpc/audience.ts';
import { runOnce, replayStored } from '#server/trpc/idempotency.ts';
import { createdEnvelope, documentInput, type CreatedEnvelope } from './document-input.ts';
import { uploadTarget } from './upload-target.ts';
import { requireMeans } from '#server/envelopes/means.ts';

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
        .describe('Whether to detect fields. Default: true, unless you send `fields`.'),
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
          team: await readTeam(tx, organizationId, teamId ?? member.teamId),
        }));
        if (team === null)
          throw createInvalidRefusal([{ path: '/teamId', message: 'is not a team of this organization' }]);

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

function toSearched(received: ReceivedDocument | typeof STILL_CONVERTING | null): Searched {
  return received === null || received === STILL_CONVERTING
    ? { prepared: null, files: [] }
    : { prepared: findDocument({ documents: received.files }, 'prepared'), files: toEnvelopeFiles(received) };
}
