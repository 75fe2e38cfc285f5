import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import { agreement } from './agreement.ts';
import { watchOutbox } from './arrivals.ts';
import { concurrently } from './figures.ts';
import { lifecycle, PAGES, twoSignersFields } from './lifecycles.ts';
import { moment } from './machine.ts';
import { type BenchServer, startServer } from './server.ts';

const LISTED = 20;
const PEOPLE = [
  { name: 'Alice Ångström', email: 'alice@example.com' },
  { name: 'Боб Петров', email: 'bob@example.com' },
];
/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10;
const LOOK_MS = 250;

/** Processor time in milliseconds. */
type Spent = { readonly product: number; readonly database: number };
/** Memory in MiB: private, plus a share of what processes have in common. */
type Held = Spent & { readonly main: number; readonly processes: number };

await main();

/**
 * `node bench/costs.ts [--envelopes 200] [--reads 1500] [--lifecycles 24] [--lanes 4] [--rest 75]`: what reads and lifecycles cost in
 * processor time, and what processes hold before, after, and once they have rested for so many seconds. Other load on the machine
 * distorts these figures less than rates. Linux. Prints JSON.
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
  const before = moment();
  const server = await startServer();
  const spending = watchSpending(server);
  try {
    const started = { spent: spending.spent(), held: await heldBy(server) };
    const { api, apiKey, dashboard } = await server.tenant();
    const pdf = await agreement(1);
    const ids: string[] = [];
    await concurrently(lanes, envelopes, async (index) => {
      const { envelope } = await api.createInline(`Agreement ${index}.pdf`, pdf, {
        participants: PEOPLE,
        fields: twoSignersFields(1),
      });
      ids.push(envelope.id);
    });
    const read = (path: (index: number) => string) => (index: number) =>
      server.http.request('GET', path(index), { token: apiKey }).then(({ status }) => {
        if (status !== 200) throw new Error(`a read was answered with ${status}`);
      });
    const one = read((index) => `/api/v1/envelopes/${ids[index % ids.length] ?? ''}`);
    const page = read(() => `/api/v1/envelopes?limit=${LISTED}`);
    const costs = async (count: number, run: (index: number) => Promise<void>) => {
      await concurrently(lanes, Math.ceil(count / 10), run);
      const earlier = spending.spent();
      await concurrently(lanes, count, run);
      return each(earlier, spending.spent(), count);
    };
    const get = await costs(reads, one);
    const list = await costs(Math.ceil(reads / 2), page);
    const arrivals = watchOutbox(dashboard);
    const signed = await agreement(PAGES);
    const life = await costs(lifecycles, () => lifecycle(server.http, api, arrivals, signed));
    await arrivals.stop();
    const after = await heldBy(server);
    const beforeRest = spending.spent();
    await delay(rest * 1000);
    const idle = each(beforeRest, spending.spent(), rest);
    const found = {
      before,
      started,
      get,
      list,
      lifecycle: life,
      after,
      rested: await heldBy(server),
      idlePerSecond: idle,
    };
    process.stdout.write(`${JSON.stringify(found, null, 1)}\n`);
  } finally {
    spending.stop();
    await server.stop();
  }
}

function each(from: Spent, to: Spent, count: number): Spent {
  const rounded = (value: number) => Math.round((value / count) * 1000) / 1000;
  return { product: rounded(to.product - from.product), database: rounded(to.database - from.database) };
}

/** Adds up what the program and its database compute, also in processes that have ended since. */
function watchSpending({ pid }: BenchServer): { readonly spent: () => Spent; readonly stop: () => void } {
  const known = new Map<string, Spent>();
  const look = () => {
    for (const each of treeOf(pid)) {
      const { name, fields } = statOf(each);
      const [user = 0, system = 0] = fields.slice(11, 13).map(Number);
      const ms = (user + system) * TICK_MS;
      const startedAt = fields[19] ?? '';
      known.set(`${each} ${startedAt}`, { product: 0, database: 0, [kindOf(name)]: ms });
    }
  };
  const timer = setInterval(look, LOOK_MS);
  return {
    spent: () => {
      look();
      const all = [...known.values()];
      return {
        product: all.reduce((sum, { product }) => sum + product, 0),
        database: all.reduce((sum, { database }) => sum + database, 0),
      };
    },
    stop: () => clearInterval(timer),
  };
}

async function heldBy({ pid }: BenchServer): Promise<Held> {
  const held = { product: 0, database: 0, main: 0, processes: 0 };
  for (const each of treeOf(pid)) {
    const mebibytes = Number(/^Pss:\s+(\d+)/m.exec(textOf(`/proc/${each}/smaps_rollup`))?.[1] ?? 0) / 1024;
    const kind = kindOf(statOf(each).name);
    held[kind] += mebibytes;
    if (each === pid) held.main = mebibytes;
    if (kind === 'product') held.processes += 1;
  }
  return Object.fromEntries(Object.entries(held).map(([name, value]) => [name, Math.round(value)])) as Held;
}

function kindOf(name: string): keyof Spent {
  return name === 'postgres' ? 'database' : 'product';
}

function treeOf(pid: number): number[] {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => Number(statOf(Number(name)).fields[1]) === pid)
    .map(Number);
  return [pid, ...children.flatMap(treeOf)];
}

/** Reads proc_pid_stat(5): the name, and the fields after it. */
function statOf(pid: number): { readonly name: string; readonly fields: readonly string[] } {
  const [, name = '', rest = ''] = /^\d+ \((.*)\) (.*)$/s.exec(textOf(`/proc/${pid}/stat`)) ?? [];
  return { name, fields: rest.split(' ') };
}

/** Empty if the process is gone. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
