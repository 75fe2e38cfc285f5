import { z } from 'zod';
import type { Facts } from '#domain/envelope/facts.ts';
import type { EnvelopeGraph } from '#domain/envelope/graph.ts';
import { schedule } from '#domain/envelope/schedule.ts';
import { send } from '#domain/envelope/send.ts';
import type { Timestamp } from '#domain/timestamp.ts';
import { expectedVersion } from '#wire/draft.ts';
import { envelopeGraphSchema } from '#wire/envelope-graph.ts';
import { createPathIdSchema } from '#wire/identifier.ts';
import { moment } from '#wire/text.ts';
import type { Services } from '#server/runtime/services.ts';
import { commit, type Alongside } from '#server/commit.ts';
import { readSendSources } from '#server/db/envelopes/send-sources.ts';
import { memberProcedure } from '#server/trpc/audience.ts';
import { runEnvelopeOnce } from '#server/trpc/idempotent-envelope.ts';

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
      id: createPathIdSchema('envelope'),
      expectedVersion,
      sendAt: moment.optional().describe('Must be in the future. Default: now.'),
    }),
  )
  .output(envelopeGraphSchema)
  .mutation(async ({ ctx, input }) => {
    const { services, member } = ctx;
    const facts = member.facts();
    const { id, sendAt, expectedVersion: version } = input;
    const target = { organizationId: member.organizationId, envelopeId: id, expectedVersion: version };
    const at = toSchedule(sendAt, member.sender.userId);
    return await runEnvelopeOnce(ctx, 'send', id, (alongside) =>
      sendDraft(services, target, at, facts, alongside),
    );
  });

type Target = {
  readonly organizationId: string;
  readonly envelopeId: string;
  readonly expectedVersion: number;
};

type Schedule = Parameters<typeof schedule>[1];

/** Returns when to send and in whose name; null to send now. */
export function toSchedule(sendAt: Timestamp | undefined, scheduledBy: string): Schedule | null {
  return sendAt === undefined ? null : { sendAt, scheduledBy };
}

/** Sends a draft now or schedules it for later. */
export async function sendDraft(
  services: Services,
  target: Target,
  at: Schedule | null,
  facts: Facts,
  alongside?: Alongside,
): Promise<EnvelopeGraph> {
  const sources = await readSendSources(services, target.organizationId, target.envelopeId);
  const decide = (graph: EnvelopeGraph) =>
    at === null ? send(graph, sources, facts) : schedule(graph, at, sources, facts);
  return await commit(services, target, facts, decide, alongside);
}
