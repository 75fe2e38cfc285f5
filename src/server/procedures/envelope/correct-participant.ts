import { z } from 'zod';
import { correctParticipant as decideCorrection } from '#domain/envelope/correct.ts';
import { LANGUAGES } from '#domain/language.ts';
import { LIMITS } from '#domain/limits.ts';
import { expectedVersion } from '#wire/draft.ts';
import { envelopeGraphSchema } from '#wire/envelope-graph.ts';
import { emailAddress, pathId, requiredLine } from '#wire/text.ts';
import { commit } from '#server/commit.ts';
import { memberProcedure } from '#server/trpc/audience.ts';
import { idempotentEnvelope } from '#server/trpc/idempotent-envelope.ts';

/** Corrects the name, address or language of a participant who has not signed, and mails them a new link. */
export const correctParticipant = memberProcedure('send')
  .meta({
    openapi: {
      method: 'PATCH',
      path: '/api/v1/envelopes/{id}/participants/{participantId}',
      tags: ['Envelopes'],
      summary: 'Correct a participant',
      description:
        'Changes the name, address or language of a pending participant of an envelope in progress. Every link of theirs that is out stops working; the new one is mailed to the corrected address and never in an answer. Whose turn has not come is mailed then. What was consented to or seen at another address counts no more.',
    },
    rest: {
      idempotency: 'current',
      errors: ['not_found', 'version_conflict', 'invalid_state'],
    },
    agent: { scopes: ['envelopes:send'], rest: false },
  })
  .input(
    z.strictObject({
      id: pathId,
      participantId: pathId,
      expectedVersion,
      name: requiredLine(LIMITS.nameMaxChars)
        .optional()
        .describe('One of name, email and language is needed.'),
      email: emailAddress.optional().describe('Where their link is mailed to from now on.'),
      language: z
        .enum(LANGUAGES)
        .nullable()
        .optional()
        .describe(
          'Of the mails to them; null: that of their browser, once they opened the envelope. Default: as it was.',
        ),
    }),
  )
  .output(envelopeGraphSchema)
  .mutation(async ({ ctx, input }) => {
    const { services, member } = ctx;
    const { id: envelopeId, participantId, name, email, language } = input;
    const facts = member.facts();
    const target = {
      organizationId: member.organizationId,
      envelopeId,
      expectedVersion: input.expectedVersion,
    };
    return await idempotentEnvelope(ctx, 'correct-participant', envelopeId, (alongside) =>
      commit(
        services,
        target,
        facts,
        (graph) => decideCorrection(graph, participantId, { name, email, language }, facts),
        alongside,
      ),
    );
  });
