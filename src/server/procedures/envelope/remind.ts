import { z } from 'zod';
import { remind } from '#domain/envelope/remind.ts';
import { expectedVersion } from '#wire/draft.ts';
import { envelopeGraphSchema } from '#wire/envelope-graph.ts';
import { pathIdOf } from '#wire/identifier.ts';
import { commit } from '#server/commit.ts';
import { memberProcedure } from '#server/trpc/audience.ts';
import { idempotentEnvelope } from '#server/trpc/idempotent-envelope.ts';

/** Emails a reminder to the current signer. */
export const remindSigner = memberProcedure('send')
  .meta({
    openapi: {
      method: 'POST',
      path: '/api/v1/envelopes/{id}/remind',
      tags: ['Envelopes'],
      summary: 'Remind the current signer',
      description: 'Emails the pending participant with the lowest order index, at most once an hour.',
    },
    rest: {
      idempotency: 'current',
      errors: ['not_found', 'version_conflict', 'invalid_state', 'reminder_window'],
    },
    agent: { scopes: ['envelopes:send'], rest: false },
  })
  .input(z.strictObject({ id: pathIdOf('envelope'), expectedVersion }))
  .output(envelopeGraphSchema)
  .mutation(async ({ ctx, input }) => {
    const { services, member } = ctx;
    const facts = member.facts();
    const target = {
      organizationId: member.organizationId,
      envelopeId: input.id,
      expectedVersion: input.expectedVersion,
    };
    return await idempotentEnvelope(ctx, 'remind', input.id, (alongside) =>
      commit(services, target, facts, (graph) => remind(graph, facts), alongside),
    );
  });
