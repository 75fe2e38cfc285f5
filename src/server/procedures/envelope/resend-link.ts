import { z } from 'zod';
import { resendLink as decideResend } from '#domain/envelope/resend-link.ts';
import { expectedVersion } from '#wire/draft.ts';
import { envelopeGraphSchema } from '#wire/envelope-graph.ts';
import { createPathIdSchema } from '#wire/identifier.ts';
import { commit } from '#server/commit.ts';
import { memberProcedure } from '#server/trpc/audience.ts';
import { runEnvelopeOnce } from '#server/trpc/idempotent-envelope.ts';

/** Replaces a pending participant's link and emails the new one. */
export const resendLink = memberProcedure('send')
  .meta({
    openapi: {
      method: 'POST',
      path: '/api/v1/envelopes/{id}/participants/{participantId}/resend-link',
      tags: ['Envelopes'],
      summary: 'Resend a link',
      description:
        "The participant's existing links stop working and a new one is emailed. No response contains it.",
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
      participantId: createPathIdSchema('participant'),
      expectedVersion,
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
    return await runEnvelopeOnce(ctx, 'resend-link', input.id, (alongside) =>
      commit(services, target, facts, (graph) => decideResend(graph, input.participantId, facts), alongside),
    );
  });
