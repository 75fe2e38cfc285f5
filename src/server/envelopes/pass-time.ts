import { advanceTime } from '#domain/envelope/expiry.ts';
import type { Facts } from '#domain/envelope/facts.ts';
import type { EnvelopeStatus } from '#domain/envelope/status.ts';
import type { EventAction } from '#domain/event/catalogue.ts';
import type { Services } from '#server/runtime/services.ts';
import { commit } from '#server/commit.ts';
import { transaction } from '#server/db/client/transaction.ts';
import type { DueEnvelope } from '#server/db/envelopes/due.ts';
import { readEvents, readHead } from '#server/db/envelopes/envelopes.ts';
import { loadGraph } from '#server/db/envelopes/load-graph.ts';
import { actOnDue } from './act-on-due.ts';
import { runUnlessGone } from './unless-gone.ts';

type Passed = {
  readonly id: string;
  readonly status: EnvelopeStatus;
  readonly version: number;
  readonly actions: EventAction[];
};

/**
 * Lets time pass for an envelope of a test environment. Moves from deadline to deadline and carries out what
 * becomes due at each. Returns what happened; null if nothing did or the envelope is gone.
 */
export async function passTime(
  services: Services,
  target: DueEnvelope,
  ms: number,
  factsNow: () => Facts,
): Promise<Passed | null> {
  const { organizationId, envelopeId: id } = target;
  const read = <T>(run: Parameters<typeof transaction<T>>[2]) =>
    transaction(services.db, { organizationId }, run);
  const head = await read((tx) => readHead(tx, id));
  return await runUnlessGone(async () => {
    let left = ms;
    for (;;) {
      for (const kind of ['scheduled', 'expired', 'expiring', 'reminder'] as const)
        await actOnDue(services, kind, target);
      const step = left === 0 ? 0 : await moveDeadlines(services, target, left, factsNow());
      if (step === 0) break;
      left -= step;
    }
    const actions = (await read((tx) => readEvents(tx, organizationId, id, head?.seq)))?.map(
      ({ action }) => action,
    );
    const { status, version } = (await loadGraph(services, organizationId, id)).envelope;
    return actions === undefined || actions.length === 0 ? null : { id, status, version, actions };
  });
}

/**
 * Moves time forward to the next deadline, by at most `ms`. Returns how far it moved; 0 if there are no
 * deadlines.
 */
async function moveDeadlines(
  services: Services,
  target: DueEnvelope,
  ms: number,
  facts: Facts,
): Promise<number> {
  let step = 0;
  await commit(services, target, facts, (graph) => {
    const decision = advanceTime(graph, ms, facts);
    step = decision.milliseconds;
    return decision;
  });
  return step;
}
