import { hash } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { useApi } from '../../support/api.ts';
import { useOwner } from '../../support/owner.ts';
import { patience } from '../../support/patience.ts';
import { UNLIMITED_QUOTAS } from '../../support/quotas.ts';
import { choose, explain, KINDS, step, type Step } from './histories.ts';
import { type Act, BEGINNING, connectAgents, type State } from './model.ts';
import { openWorld, project, type Stage, type World } from './world.ts';
import { prepareServer, type KillableServer } from './server.ts';

const MANY = '1000000';
const SETTINGS = {
  ...UNLIMITED_QUOTAS,
  ...{ RATE_LIMIT_SESSION: MANY, RATE_LIMIT_VISITOR: MANY, RATE_LIMIT_PUBLIC: MANY },
};

/** How many histories are played. `npm run histories` plays many. */
const HISTORIES = Number(
  process.env['HISTORIES'] ?? (process.env['npm_lifecycle_event'] === 'histories' ? 5000 : 50),
);
/** Which ones. A failure names its lane's. */
const SEED = Number(process.env['HISTORIES_SEED'] ?? Date.now() % 1_000_000);
/** How many are played at the same time, each on a server with a database of its own, which it may kill. */
const LANES = HISTORIES < 500 ? 2 : 4;

const lanes = Array.from({ length: LANES }, () => {
  const api = useApi({ env: SETTINGS, alone: true });
  return { api, tables: useOwner(api) };
});
const stages: Stage[] = [];

beforeAll(
  async () => {
    const settings = { ...SETTINGS, RATE_LIMIT_LOGIN: MANY, RATE_LIMIT_API_KEY: MANY };
    for (const { api, tables } of lanes) {
      const server = prepareServer(api, settings);
      await server.start();
      stages.push({ api, sql: tables.sql, server, home: await api.tenant('Home') });
    }
  },
  patience(60_000 * LANES),
);
afterAll(async () => {
  await Promise.all(stages.map(async ({ server }) => await server.close()));
});

/** Runs the acts of a step at once. Returns the states that explain what became of them. */
async function play(server: KillableServer, world: World, before: readonly State[], now: Step, slot: string) {
  const [state = BEGINNING] = before;
  const chosen = now.trials.map((trial, at) => choose(trial, state, `${slot}.${at}`));
  const passes = chosen.some((acts) => acts.length > 1);
  // What is scheduled for a time that passes meanwhile is refused, whoever asks for it.
  const isLate = (acts: readonly Act[]) => passes && acts.some(({ kind }) => kind === 'schedule');
  const tried = chosen.filter((acts) => acts.length > 0 && !isLate(acts));
  const running = Promise.all([
    ...tried.map(async (acts) => {
      const [first] = acts;
      if (first === undefined) throw new Error('there is no act');
      if (first.kind !== 'fire') return { acts, outcome: await world.attempt(first) };
      await world.pass();
      return { acts, outcome: 'done' as const };
    }),
  ]);
  const { killedAfterMs } = now;
  if (killedAfterMs !== null && !passes) {
    await new Promise((resolve) => setTimeout(resolve, killedAfterMs));
    await server.kill();
    await running;
    await server.start();
  }
  const done = await running;
  return { after: explain(before, done), told: done.map(({ acts, outcome }) => ({ acts, outcome })) };
}

it(
  'no history brings anyone more than they were given, or loses what was',
  { timeout: patience(60_000 + HISTORIES * 8_000) },
  async () => {
    const reached = new Set<string>();
    const distinct = new Set<string>();
    const playOne = async (stage: Stage, steps: readonly Step[]) => {
      const world = await openWorld(stage);
      const begun = connectAgents(BEGINNING);
      let states: readonly State[] = [begun];
      const told: unknown[] = [];
      await world.equip(begun);
      for (const [at, now] of steps.entries()) {
        const played = await play(stage.server, world, states, now, String(at + 1));
        told.push(...played.told);
        for (const { acts, outcome } of played.told) reached.add(`${acts[0]?.kind} ${outcome}`);
        const history = JSON.stringify(told, null, 1);
        expect(played.after, `nothing explains the last of these:\n${history}`).not.toEqual([]);
        const observed = await world.observe();
        const possible = played.after.filter(
          (one) => JSON.stringify(sort(project(one))) === JSON.stringify(sort(observed)),
        );
        if (possible.length === 0)
          expect(sort(observed), history).toEqual(sort(project(played.after[0] ?? BEGINNING)));
        states = possible.map(connectAgents);
        await world.equip(states[0] ?? begun);
      }
      distinct.add(hash('sha256', JSON.stringify(told)));
    };
    const history = fc.array(step, { minLength: 5, maxLength: 20 });
    const played = await Promise.allSettled(
      stages.map(
        async (stage, lane) =>
          await fc.assert(
            fc.asyncProperty(history, async (steps) => await playOne(stage, steps)),
            { numRuns: Math.ceil(HISTORIES / LANES), seed: SEED + lane },
          ),
      ),
    );
    console.log(`${distinct.size} different histories, seeds ${SEED} to ${SEED + LANES - 1}`);
    for (const one of played) if (one.status === 'rejected') throw one.reason;
    // The histories get far enough: most of what can be tried succeeded in one of them and failed in another.
    const expected = KINDS.flatMap((kind) => [`${kind} done`, `${kind} refused`]).filter(
      (one) => !['pass done', 'pass refused', 'fire refused'].includes(one),
    );
    const missing = [...new Set(expected)].filter((one) => !reached.has(one));
    expect(missing.length, missing.join(', ')).toBeLessThan(expected.length / 4);
  },
);

/** Sorts the keys of an object, and of those in it, so that equal ones are written alike. */
function sort(value: unknown): unknown {
  if (Array.isArray(value) || typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([name, inner]) => [name, sort(inner)]));
}
