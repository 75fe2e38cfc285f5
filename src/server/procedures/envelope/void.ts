import { z } from 'zod';
import { voidEnvelope as decideVoid } from '#domain/envelope/void.ts';
import { LIMITS } from '#domain/limits.ts';
import { expectedVersion } from '#wire/draft.ts';
import { envelopeGraphSchema } from '#wire/envelope-graph.ts';
import { createPathIdSchema } from '#wire/identifier.ts';
import { createLineSchema } from '#wire/text.ts';
import { commit } from '#server/commit.ts';
import { memberProcedure } from '#server/trpc/audience.ts';
import { runEnvelopeOnce } from '#server/trpc/idempotent-envelope.ts';

/** Voids an envelope that hasn't ended. */
export const voidEnvelope = memberProcedure('send')
  .meta({
    openapi: {
      method: 'POST',
      path: '/api/v1/envelopes/{id}/void',
      tags: ['Envelopes'],
      summary: 'Void an envelope',
      description:
        'Permanently ends an envelope that is a draft or in progress. Everyone who has received a link is notified with the reason.',
    },
    rest: {
      idempotency: 'current',
      errors: ['not_found', 'version_conflict', 'invalid_state'],
    },
    agent: { scopes: ['envelopes:send'], rest: false },
  })
  .input(
    z.strictObject({
      id: createPathIdSchema('envelope'),
      expectedVersion,
      reason: createLineSchema(LIMITS.reasonMaxChars)
        .optional()
        .describe('Shown to everyone who has received a link.'),
    }),
  )
  .output(envelopeGraphSchema)
  .mutation(async ({ ctx, input }) => {
    const { services, member } = ctx;
    const facts = member.facts();
    const target = {
      organizationId: member.organizationId,
      envelopeId: input.id,
      expectedVersion: input.expectedVersion,
    };
    const reason = input.reason === undefined || input.reason === '' ? null : input.reason;
    return await runEnvelopeOnce(ctx, 'void', input.id, (alongside) =>
      commit(services, target, facts, (graph) => decideVoid(graph, reason, facts), alongside),
    );
  });
