import { z } from 'zod';
import { schedule } from '#domain/envelope/schedule.ts';
import { send } from '#domain/envelope/send.ts';
import { expectedVersion } from '#wire/draft.ts';
import { envelopeGraphSchema } from '#wire/envelope-graph.ts';
import { pathIdOf } from '#wire/identifier.ts';
import { moment } from '#wire/text.ts';
import { commit } from '#server/commit.ts';
import { readSendSources } from '#server/db/envelopes/send-sources.ts';
import { memberProcedure } from '#server/trpc/audience.ts';
import { idempotentEnvelope } from '#server/trpc/idempotent-envelope.ts';

export const sendEnvelope = memberProcedure('send')
  .meta({
    openapi: {
      method: 'POST',
      path: '/api/v1/envelopes/{id}/send',
      tags: ['Envelopes'],
      summary: 'Send an envelope',
      description:
        'Locks the draft and emails the first signers. The version increases by 2. With `sendAt`, the envelope stays a draft until then.',
    },
    rest: {
      idempotency: 'current',
      errors: ['not_found', 'version_conflict', 'invalid_state'],
    },
    agent: { scopes: ['envelopes:send'], rest: false },
  })
  .input(
    z.strictObject({
      id: pathIdOf('envelope'),
      expectedVersion,
      sendAt: moment.optional().describe('Must be in the future. Default: now.'),
    }),
  )
  .output(envelopeGraphSchema)
  .mutation(async ({ ctx, input }) => {
    const { services, member } = ctx;
    const facts = member.facts();
    const { id, sendAt } = input;
    const target = {
      organizationId: member.organizationId,
      envelopeId: id,
      expectedVersion: input.expectedVersion,
    };
    const sources = await readSendSources(services, member.organizationId, id);
    return await idempotentEnvelope(ctx, 'send', id, (alongside) =>
      commit(
        services,
        target,
        facts,
        (graph) =>
          sendAt === undefined ? send(graph, sources, facts) : schedule(graph, sendAt, sources, facts),
        alongside,
      ),
    );
  });
