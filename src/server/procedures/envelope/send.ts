import { z } from 'zod';
import { send } from '#domain/envelope/send.ts';
import { expectedVersion } from '#wire/draft.ts';
import { envelopeGraphSchema, toWireGraph } from '#wire/envelope-graph.ts';
import { pathId } from '#wire/text.ts';
import { commit } from '#server/commit.ts';
import { sending } from '#server/trpc/audience.ts';

/** Sends an envelope to its first signer. */
export const sendEnvelope = sending
  .meta({
    openapi: {
      method: 'POST',
      path: '/api/v1/envelopes/{id}/send',
      tags: ['Envelopes'],
      summary: 'Send an envelope',
      description: 'Freezes the draft and mails the first signer. The version grows by 2.',
    },
    rest: { errors: ['not_found', 'version_conflict', 'invalid_state'] },
  })
  .input(z.strictObject({ id: pathId, expectedVersion }))
  .output(envelopeGraphSchema)
  .mutation(async ({ ctx: { world, member }, input }) => {
    const facts = member.facts();
    const target = {
      organizationId: member.organizationId,
      envelopeId: input.id,
      expectedVersion: input.expectedVersion,
    };
    return toWireGraph(await commit(world, target, facts, (graph) => send(graph, facts)));
  });
