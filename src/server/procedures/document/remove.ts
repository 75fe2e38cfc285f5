import { z } from 'zod';
import { removeFile } from '#domain/envelope/files/arrange-files.ts';
import { expectedVersion } from '#wire/draft.ts';
import { envelopeGraphSchema } from '#wire/envelope-graph.ts';
import { pathIdOf } from '#wire/identifier.ts';
import { changeFiles } from '#server/envelopes/change-files.ts';
import { memberProcedure } from '#server/trpc/audience.ts';
import { idempotentEnvelope } from '#server/trpc/idempotent-envelope.ts';
import { refuseAgentOfScheduled } from '../envelope/scheduled.ts';

/** Removes a document of a draft, with its fields. */
export const removeDocument = memberProcedure('send')
  .meta({
    openapi: {
      method: 'DELETE',
      path: '/api/v1/envelopes/{id}/documents/{documentId}',
      tags: ['Envelopes'],
      summary: 'Remove a document',
      description:
        'Removes a file and the fields on its pages, while the status is draft or review. The event `envelope.document_removed` says how many fields. The last document of an envelope stays: `details.reason` is `last_document`.',
    },
    rest: { idempotency: 'current', errors: ['not_found', 'version_conflict', 'invalid_state'] },
    agent: { scopes: ['envelopes:write'], rest: false },
  })
  .input(
    z.strictObject({
      id: pathIdOf('envelope'),
      documentId: pathIdOf('document'),
      expectedVersion: expectedVersion.optional(),
    }),
  )
  .output(envelopeGraphSchema)
  .mutation(async ({ ctx, input: { id: envelopeId, documentId, expectedVersion: version } }) => {
    const { services, member } = ctx;
    const target = { organizationId: member.organizationId, envelopeId, expectedVersion: version };
    return await idempotentEnvelope(ctx, 'remove-document', envelopeId, (alongside) =>
      changeFiles(
        services,
        target,
        member.facts(),
        (graph) => {
          refuseAgentOfScheduled(ctx.principal, graph);
          return removeFile(graph, documentId);
        },
        alongside,
      ),
    );
  });
