import { z } from 'zod';
import { createInvalidRefusal } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import { createIdSchema } from '#wire/identifier.ts';
import { type AdvancedEnvelope, advancedEnvelopes } from '#wire/test-clock.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { readWaiting } from '#server/db/envelopes/due.ts';
import { loadGraph } from '#server/db/envelopes/load-graph.ts';
import { passTime } from '#server/envelopes/pass-time.ts';
import type { Services } from '#server/runtime/services.ts';
import { type Member, memberProcedure, requireTest } from '#server/trpc/audience.ts';
import { replayStored, runOnce } from '#server/trpc/idempotency.ts';
import { HOUR_MS } from '#domain/time.ts';

/** Advances the time of a test environment. What would have happened by then happens now, in order. */
export const advanceTestClock = memberProcedure('send')
  .meta({
    openapi: {
      method: 'POST',
      path: '/api/v1/test-clock/advance',
      tags: ['Test mode'],
      summary: 'Advance the time of test mode',
      description:
        'Moves the deadlines of envelopes (scheduled sending, reminders, expiry and its warning) closer by this time, and does what becomes due on the way before it answers. All other times stay real, those of events and seals too. Live keys get 404.',
    },
    rest: { idempotency: 'stored', errors: ['not_found'] },
  })
  .input(
    z.strictObject({
      days: z.int().min(0).max(LIMITS.advancedDaysMax).default(0).describe('How many days pass.'),
      hours: z.int().min(0).max(23).default(0).describe('In addition to the days.'),
      envelopeId: createIdSchema('envelope')
        .optional()
        .describe(
          `Advances only this envelope, so that tests don't disturb each other. Required once more than ${LIMITS.advancedEnvelopesMax} envelopes have deadlines.`,
        ),
    }),
  )
  .output(advancedEnvelopes)
  .mutation(async ({ ctx, input }) => {
    const { services, member } = ctx;
    requireTest(member);
    const ms = (24 * input.days + input.hours) * HOUR_MS;
    if (ms === 0)
      throw createInvalidRefusal([{ path: '/hours', message: 'must be at least 1 if no days are given' }]);
    return await runOnce(ctx, {
      operation: 'advance-test-clock',
      run: async (finish) => {
        const items: AdvancedEnvelope[] = [];
        for (const target of await listTargets(services, member, input.envelopeId)) {
          const advanced = await passTime(services, target, ms, member.facts);
          if (advanced !== null) items.push(advanced);
        }
        const answer = { items };
        const { organizationId } = member;
        await transaction(services.db, { organizationId }, (tx) => finish(tx, answer));
        return answer;
      },
      replay: replayStored(advancedEnvelopes),
    });
  });

/** Lists the envelopes that time passes for: the given one, or all that have a deadline. */
async function listTargets(services: Services, { organizationId }: Member, envelopeId: string | undefined) {
  if (envelopeId !== undefined) {
    await loadGraph(services, organizationId, envelopeId);
    return [{ organizationId, envelopeId }];
  }
  const max = LIMITS.advancedEnvelopesMax;
  const waiting = await transaction(services.db, { organizationId }, (tx) =>
    readWaiting(tx, organizationId, max + 1),
  );
  if (waiting.length <= max) return waiting;
  throw createInvalidRefusal([
    { path: '/envelopeId', message: `is required: more than ${max} envelopes have deadlines` },
  ]);
}
