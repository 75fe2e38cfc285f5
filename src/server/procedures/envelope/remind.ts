import { z } from 'zod';
import { remind } from '#domain/envelope/remind.ts';
import { expectedVersion } from '#wire/draft.ts';
import { envelopeGraphSchema } from '#wire/envelope-graph.ts';
import { createIdSchema, createPathIdSchema } from '#wire/identifier.ts';
import { commit } from '#server/commit.ts';
import { memberProcedure } from '#server/trpc/audience.ts';
import { runEnvelopeOnce } from '#server/trpc/idempotent-envelope.ts';

/** Emails a reminder to the current signers. */
export const remindSigner = memberProcedure('send')
  .meta({
    openapi: {
      method: 'POST',
      path: '/api/v1/envelopes/{id}/remind',
      tags: ['Envelopes'],
      summary: 'Remind the current signers',
      description:
        'Emails every pending participant with the lowest order index, each at most once an hour. Fails with `reminder_window` only if nobody is outside that hour.',
    },
    rest: {
      idempotency: 'current',
      errors: ['not_found', 'version_conflict', 'invalid_state', 'reminder_window'],
    },
    agent: { scopes: ['envelopes:send'], rest: false, followsUp: true },
  })
  .input(
    z.strictObject({
      id: createPathIdSchema('envelope'),
      expectedVersion,
      participantId: createIdSchema('participant').optional().describe('Reminds only this current signer.'),
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
    return await runEnvelopeOnce(ctx, 'remind', input.id, (alongside) =>
      commit(services, target, facts, (graph) => remind(graph, facts, input.participantId), alongside),
    );
  });
