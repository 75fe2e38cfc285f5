import { z } from 'zod';
import { correctParticipant as decideCorrection } from '#domain/envelope/correct.ts';
import { extendExpiry as decideExpiry } from '#domain/envelope/expiry.ts';
import { recall, voidEnvelope as decideVoid } from '#domain/envelope/void.ts';
import { LANGUAGES } from '#domain/language.ts';
import { LIMITS } from '#domain/limits.ts';
import { expectedVersion } from '#wire/draft.ts';
import { envelopeGraphSchema, toWireGraph } from '#wire/envelope-graph.ts';
import { EXAMPLE } from '#wire/examples.ts';
import { createPathIdSchema } from '#wire/identifier.ts';
import { createLineSchema, createRequiredLineSchema, emailAddress, moment, phoneNumber } from '#wire/text.ts';
import { commit } from '#server/commit.ts';
import { memberProcedure } from '#server/trpc/audience.ts';
import { runEnvelopeOnce } from '#server/trpc/idempotent-envelope.ts';

/** Turns a sent envelope back into a draft, as long as nobody has signed. */
export const recallEnvelope = memberProcedure('send')
  .meta({
    openapi: {
      method: 'POST',
      path: '/api/v1/envelopes/{id}/recall',
      tags: ['Envelopes'],
      summary: 'Recall an envelope',
      description:
        'Turns a sent envelope back into a draft, as long as nobody has signed or approved it. Its links stop working, and everyone who has received one is notified. Once someone has signed, `details.reason` is `already_signed`.',
    },
    rest: {
      idempotency: 'current',
      errors: ['not_found', 'version_conflict', 'invalid_state'],
    },
    agent: { scopes: ['envelopes:send'], rest: false },
  })
  .input(z.strictObject({ id: createPathIdSchema('envelope'), expectedVersion }))
  .output(envelopeGraphSchema)
  .mutation(async ({ ctx, input: { id: envelopeId, expectedVersion: version } }) => {
    const { services, member } = ctx;
    const target = { organizationId: member.organizationId, envelopeId, expectedVersion: version };
    return await runEnvelopeOnce(ctx, 'recall', envelopeId, (alongside) =>
      commit(services, target, member.facts(), recall, alongside),
    );
  });

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
