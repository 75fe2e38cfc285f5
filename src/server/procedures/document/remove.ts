import { z } from 'zod';
import { removeFile } from '#domain/envelope/files/arrange-files.ts';
import { expectedVersion } from '#wire/draft.ts';
import { envelopeGraphSchema } from '#wire/envelope-graph.ts';
import { createPathIdSchema } from '#wire/identifier.ts';
import { memberProcedure } from '#server/trpc/audience.ts';
import { rearrangeFiles } from './rearrange.ts';

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
