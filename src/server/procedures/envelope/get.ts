import { z } from 'zod';
import { envelopeGraphSchema, toWireGraph } from '#wire/envelope-graph.ts';
import { createPathIdSchema } from '#wire/identifier.ts';
import { loadGraph } from '#server/db/envelopes/load-graph.ts';
import { memberProcedure } from '#server/trpc/audience.ts';

export const getEnvelope = memberProcedure('read')
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/v1/envelopes/{id}',
      tags: ['Envelopes'],
      summary: 'Get an envelope',
      description: 'Returns the envelope with its participants in signing order and its fields.',
    },
    rest: { errors: ['not_found'] },
    agent: { scopes: ['envelopes:read'], rest: false },
  })
  .input(z.strictObject({ id: createPathIdSchema('envelope') }))
  .output(envelopeGraphSchema)
  .query(async ({ ctx, input }) =>
    toWireGraph(await loadGraph(ctx.services, ctx.member.organizationId, input.id)),
  );
