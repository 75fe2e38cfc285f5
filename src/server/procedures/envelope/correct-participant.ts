import { z } from 'zod';
import { correctParticipant as decideCorrection } from '#domain/envelope/correct.ts';
import { LANGUAGES } from '#domain/language.ts';
import { LIMITS } from '#domain/limits.ts';
import { expectedVersion } from '#wire/draft.ts';
import { envelopeGraphSchema } from '#wire/envelope-graph.ts';
import { createPathIdSchema } from '#wire/identifier.ts';
import { emailAddress, phoneNumber, createRequiredLineSchema } from '#wire/text.ts';
import { commit } from '#server/commit.ts';
import { memberProcedure } from '#server/trpc/audience.ts';
import { runEnvelopeOnce } from '#server/trpc/idempotent-envelope.ts';

/**
 * Corrects the name, email, phone number or language of a participant who hasn't signed, and emails them a
 * new link.
 */
export const correctParticipant = memberProcedure('send')
  .meta({
    openapi: {
      method: 'PATCH',
      path: '/api/v1/envelopes/{id}/participants/{participantId}',
      tags: ['Envelopes'],
      summary: 'Correct a participant',
      description:
        "Changes the name, email, phone number or language of a pending participant while the envelope is in progress. The participant's existing links stop working, and a new one is emailed to the corrected address, or when it is their turn. No response contains it. Earlier views and consents no longer count if the address or phone number changes.",
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
      name: createRequiredLineSchema(LIMITS.nameMaxChars)
        .optional()
        .describe('Requires at least one of name, email, phone and language.'),
      email: emailAddress.optional().describe('New links are sent to this address.'),
      phone: phoneNumber.optional().describe('Where codes are texted. Only if their method is sms_code.'),
      language: z
        .enum(LANGUAGES)
        .nullable()
        .optional()
        .describe(
          "Language of emails to the participant. null: their browser's language once they open the envelope. Default: unchanged.",
        ),
    }),
  )
  .output(envelopeGraphSchema)
  .mutation(async ({ ctx, input }) => {
    const { services, member } = ctx;
    const { id: envelopeId, participantId, name, email, language, phone } = input;
    const facts = member.facts();
    const target = {
      organizationId: member.organizationId,
      envelopeId,
      expectedVersion: input.expectedVersion,
    };
    return await runEnvelopeOnce(ctx, 'correct-participant', envelopeId, (alongside) =>
      commit(
        services,
        target,
        facts,
        (graph) => decideCorrection(graph, participantId, { name, email, language, phone }, facts),
        alongside,
      ),
    );
  });
