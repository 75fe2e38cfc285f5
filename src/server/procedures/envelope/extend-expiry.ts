import { z } from 'zod';
import { extendExpiry as decideExpiry } from '#domain/envelope/extend-expiry.ts';
import { expectedVersion } from '#wire/draft.ts';
import { envelopeGraphSchema, toWireGraph } from '#wire/envelope-graph.ts';
import { moment, pathId } from '#wire/text.ts';
import { commit } from '#server/commit.ts';
import { memberProcedure } from '#server/trpc/audience.ts';

/** Gives an envelope that is out another date of expiry. */
export const extendExpiry = memberProcedure('send')
  .meta({
    openapi: {
      method: 'PUT',
      path: '/api/v1/envelopes/{id}/expiry',
      tags: ['Envelopes'],
      summary: 'Change the date of expiry',
      description:
        'For an envelope in progress; null takes the date away. The current signer is mailed a link that holds as long.',
    },
    rest: { errors: ['not_found', 'version_conflict', 'invalid_state'] },
    agent: { scopes: ['envelopes:send'], rest: false },
  })
  .input(
    z.strictObject({
      id: pathId,
      expectedVersion,
      expiresAt: moment.nullable().describe('In the future; null for never.'),
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
