import { z } from 'zod';
import { recall } from '#domain/envelope/recall.ts';
import { expectedVersion } from '#wire/draft.ts';
import { envelopeGraphSchema } from '#wire/envelope-graph.ts';
import { createPathIdSchema } from '#wire/identifier.ts';
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
