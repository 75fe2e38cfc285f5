import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import { createAgreement } from './agreement.ts';
import { watchOutbox } from './arrivals.ts';
import { runConcurrently } from './figures.ts';
import { runLifecycle, PAGES, buildTwoSignerFields } from './lifecycles.ts';
import { measureMoment } from './machine.ts';
import { type BenchServer, startServer } from './server.ts';
import {
  classifyProcess,
  listProcessTree,
  readStat,
  readText,
  type Spent,
  watchSpending,
} from './spending.ts';

const LISTED = 20;
const PEOPLE = [
  { name: 'Alice Ångström', email: 'alice@example.com' },
  { name: 'Боб Петров', email: 'bob@example.com' },
];
/** Memory in MiB: private memory plus a share of what processes share. */
type Held = Spent & { readonly main: number; readonly processes: number };

await main();

/**
 * `node bench/costs.ts [--envelopes 200] [--reads 1500] [--lifecycles 24] [--lanes 4] [--rest 75]`: measures
 * the processor time of reads and lifecycles, and the memory of the processes before, after, and once they
 * have been idle for `--rest` seconds. Other load on the machine distorts these figures less than rates.
 * Linux only. Prints JSON.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      envelopes: { type: 'string', default: '200' },
      reads: { type: 'string', default: '1500' },
      lifecycles: { type: 'string', default: '24' },
      lanes: { type: 'string', default: '4' },
      rest: { type: 'string', default: '75' },
    },
  });
  const { envelopes, reads, lifecycles, lanes, rest } = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, Number(value)]),
  ) as Record<keyof typeof values, number>;
  const before = measureMoment();
  const server = await startServer();
  const spending = watchSpending(server);
  try {
    const started = { spent: spending.spent(), held: await measureHeld(server) };
    const { api, apiKey, dashboard } = await server.tenant();
    const pdf = await createAgreement(1);
    const ids: string[] = [];
    await runConcurrently(lanes, envelopes, async (index) => {
      const { envelope } = await api.createInline(`Agreement ${index}.pdf`, pdf, {
        participants: PEOPLE,
        fields: buildTwoSignerFields(1),
      });
      ids.push(envelope.id);
    });
    const read = (path: (index: number) => string) => (index: number) =>
      server.http.request('GET', path(index), { token: apiKey }).then(({ status }) => {
        if (status !== 200) throw new Error(`a read was answered with ${status}`);
      });
    const one = read((index) => `/api/v1/envelopes/${ids[index % ids.length] ?? ''}`);
    const page = read(() => `/api/v1/envelopes?limit=${LISTED}`);
    const measureCosts = async (count: number, run: (index: number) => Promise<void>) => {
      await runConcurrently(lanes, Math.ceil(count / 10), run);
      const earlier = spending.spent();
      await runConcurrently(lanes, count, run);
      return divideSpent(earlier, spending.spent(), count);
    };
    const get = await measureCosts(reads, one);
    const list = await measureCosts(Math.ceil(reads / 2), page);
    const arrivals = watchOutbox(dashboard);
    const signed = await createAgreement(PAGES);
    const life = await measureCosts(lifecycles, () => runLifecycle(server.http, api, arrivals, signed));
    await arrivals.stop();
    const after = await measureHeld(server);
    const beforeRest = spending.spent();
    await delay(rest * 1000);
    const idle = divideSpent(beforeRest, spending.spent(), rest);
    const found = {
      before,
      started,
      get,
      list,
      lifecycle: life,
      after,
      rested: await measureHeld(server),
      idlePerSecond: idle,
    };
    process.stdout.write(`${JSON.stringify(found, null, 1)}\n`);
  } finally {
    spending.stop();
    await server.stop();
  }
}

function divideSpent(from: Spent, to: Spent, count: number): Spent {
  const roundShare = (value: number) => Math.round((value / count) * 1000) / 1000;
  return {
    product: roundShare(to.product - from.product),
    database: roundShare(to.database - from.database),
  };
}

async function measureHeld({ pid }: BenchServer): Promise<Held> {
  const held = { product: 0, database: 0, main: 0, processes: 0 };
  for (const each of listProcessTree(pid)) {
    const mebibytes = Number(/^Pss:\s+(\d+)/m.exec(readText(`/proc/${each}/smaps_rollup`))?.[1] ?? 0) / 1024;
    const kind = classifyProcess(readStat(each).name);
    held[kind] += mebibytes;
    if (each === pid) held.main = mebibytes;
    if (kind === 'product') held.processes += 1;
  }
  return Object.fromEntries(Object.entries(held).map(([name, value]) => [name, Math.round(value)])) as Held;
}
