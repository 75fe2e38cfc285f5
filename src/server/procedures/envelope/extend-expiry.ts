import { z } from 'zod';
import { extendExpiry as decideExpiry } from '#domain/envelope/extend-expiry.ts';
import { expectedVersion } from '#wire/draft.ts';
import { envelopeGraphSchema, toWireGraph } from '#wire/envelope-graph.ts';
import { EXAMPLE } from '#wire/examples.ts';
import { createPathIdSchema } from '#wire/identifier.ts';
import { moment } from '#wire/text.ts';
import { commit } from '#server/commit.ts';
import { memberProcedure } from '#server/trpc/audience.ts';

/** Changes the expiration date of an envelope in progress. */
export const extendExpiry = memberProcedure('send')
  .meta({
    openapi: {
      method: 'PUT',
      path: '/api/v1/envelopes/{id}/expiry',
      tags: ['Envelopes'],
      summary: 'Change the expiration date',
      description:
        'For envelopes in progress. The current signers get an email with a link that is valid until the new date.',
    },
    rest: { errors: ['not_found', 'version_conflict', 'invalid_state'] },
    agent: { scopes: ['envelopes:send'], rest: false },
  })
  .input(
    z.strictObject({
      id: createPathIdSchema('envelope'),
      expectedVersion,
      expiresAt: moment
        .nullable()
        .describe('Must be in the future. null removes the date.')
        .meta({ examples: [EXAMPLE.expiresAt] }),
    }),
  )
  .output(envelopeGraphSchema)
  .mutation(async ({ ctx: { services, member }, input }) => {
    const facts = member.facts();
    const target = {
      organizationId: member.organizationId,
      envelopeId: input.id,
      expectedVersion: input.expectedVersion,
    };
    return toWireGraph(
      await commit(services, target, facts, (graph) => decideExpiry(graph, input.expiresAt, facts)),
    );
  });
