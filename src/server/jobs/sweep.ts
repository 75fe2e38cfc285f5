import { SYSTEM } from '#domain/actor.ts';
import type { Decision } from '#domain/decision.ts';
import { giveUpReading } from '#domain/envelope/detect.ts';
import { expire, warnOfExpiry } from '#domain/envelope/expire.ts';
import type { Facts } from '#domain/envelope/facts.ts';
import type { EnvelopeGraph } from '#domain/envelope/graph.ts';
import { remindByPolicy } from '#domain/envelope/remind.ts';
import { sendAsScheduled } from '#domain/envelope/schedule.ts';
import type { SendSources } from '#domain/envelope/send.ts';
import { LIMITS } from '#domain/limits.ts';
import { commit } from '#server/commit.ts';
import { factsOf } from '#server/context.ts';
import { forgetIdempotencyKeys, readDue, type DueEnvelope, type DueKind } from '#server/db/due.ts';
import { forgetExpired } from '#server/db/forget-expired.ts';
import { forgetMailDeliveries } from '#server/db/mail-deliveries.ts';
import { readSendSources } from '#server/db/send-sources.ts';
import { within } from '#server/db/transaction.ts';
import { forgetDeliveries } from '#server/db/webhook-deliveries.ts';
import { tendAuthorization } from '#server/oauth/tend.ts';
import type { World } from '#server/world.ts';
import { startRepeating, type Repeating } from './repeat.ts';
import { reviewBlobs } from './review-blobs.ts';

const BATCH = 100;
/** How long after one sweep the next begins: what is due by the minute happens within it. */
const INTERVAL_MS = 15_000;

type Due = (graph: EnvelopeGraph, sources: SendSources, facts: Facts) => Decision;

/** What is done about each kind of due row. Every decision looks again under the lock: of many workers one acts. */
const DUE: { readonly [K in DueKind]: Due } = {
  scheduled: sendAsScheduled,
  expired: (graph, _sources, facts) => expire(graph, facts),
  expiring: (graph, _sources, facts) => warnOfExpiry(graph, facts),
  reminder: (graph, _sources, facts) => remindByPolicy(graph, facts),
  unread: (graph, _sources, facts) => giveUpReading(graph, facts),
};

/** Does everything that is due now, in every organization. Any number of workers may do so at once. */
export async function sweep(world: World): Promise<void> {
  for (const kind of ['scheduled', 'expired', 'expiring', 'reminder', 'unread'] as const)
    await sweepKind(world, kind);
  const before = new Date(world.clock().getTime() - LIMITS.idempotencyKeptMs);
  await within(world.db, { dueRows: true }, (tx) => forgetIdempotencyKeys(tx, before));
  await forgetExpired(world.db, world.clock());
  const outlived = new Date(world.clock().getTime() - LIMITS.webhookDeliveriesKeptMs);
  await within(world.db, { dueRows: true }, (tx) => forgetDeliveries(tx, outlived));
  const answered = new Date(world.clock().getTime() - LIMITS.mailDeliveriesKeptMs);
  await within(world.db, { dueRows: true }, (tx) => forgetMailDeliveries(tx, answered));
  await tendAuthorization(world);
  await reviewBlobs(world);
}

/** Sweeps again and again until it is stopped. */
export function startSweeping(world: World): Repeating {
  return startRepeating({
    run: () => sweep(world),
    intervalMs: INTERVAL_MS,
    onError: (error) => world.log.error({ err: error }, 'sweep failed'),
  });
}

/** Rows that stay due, since they fail, are read past: they keep no others from their turn. */
async function sweepKind(world: World, kind: DueKind): Promise<void> {
  const seen = new Set<string>();
  let stuck = 0;
  for (;;) {
    const limit = BATCH + stuck;
    const due = await within(world.db, { dueRows: true }, (tx) => readDue(tx, kind, world.clock(), limit));
    const fresh = due.filter(({ envelopeId }) => !seen.has(envelopeId));
    stuck = due.length - fresh.length;
    for (const envelope of fresh) {
      try {
        await act(world, kind, envelope);
      } catch (error) {
        world.log.error({ err: error, kind, ...envelope }, 'due row failed');
      }
      seen.add(envelope.envelopeId);
    }
    if (due.length < limit) return;
  }
}

async function act(world: World, kind: DueKind, target: DueEnvelope): Promise<void> {
  const facts = factsOf(SYSTEM, world);
  const sources = await readSendSources(world, target.organizationId, target.envelopeId);
  await commit(world, target, facts, (graph) => DUE[kind](graph, sources, facts));
}
