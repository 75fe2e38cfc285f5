import { z } from 'zod';
import { reorderFiles } from '#domain/envelope/files/arrange-files.ts';
import { LIMITS } from '#domain/limits.ts';
import { expectedVersion } from '#wire/draft.ts';
import { envelopeGraphSchema } from '#wire/envelope-graph.ts';
import { createPathIdSchema } from '#wire/identifier.ts';
import { memberProcedure } from '#server/trpc/audience.ts';
import { rearrangeFiles } from './rearrange.ts';

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
