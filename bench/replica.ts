import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { drizzle } from 'drizzle-orm/postgres-js';
import type postgres from 'postgres';
import { openDatabase, type Database, type Transaction } from '#server/db/client/client.ts';
import { listTransaction } from '#server/db/client/transaction.ts';
import { ALONG_INDEXES, listEnvelopes, type ListFilter } from '#server/db/list/envelope-list.ts';
import { readRows } from '#server/db/list/rows.ts';
import { EVERYTHING } from '../tests/support/list-filter.ts';
import { startReplicated } from '../tests/support/replicated-database.ts';
import { computeMedian, measureMilliseconds } from './figures.ts';
import { fillOnce } from './list-million/seed.ts';

const ORGANIZATION = 'org_large';
const AT_ONCE = 4;
const PAGE = 50;
const LISTS: Readonly<Record<string, ListFilter>> = {
  'newest 50': EVERYTHING,
  'search, half of all names': { ...EVERYTHING, search: 'agreement' },
};

await main();

/**
 * `node bench/replica.ts [--size 20000] [--rounds 5] [--lists 400]`: measures what a page of a list costs
 * with and without a replica, in turn: wall time, and the processor time of all processes of the primary.
 * Both servers and the benchmark share the machine, so wall time says little.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      size: { type: 'string', default: '20000' },
      rounds: { type: 'string', default: '5' },
      lists: { type: 'string', default: '400' },
    },
  });
  const server = await startReplicated({ max_wal_size: '4GB' });
  const from = { replica: 0, primary: 0 };
  const alone = openDatabase(server.address);
  const both = openDatabase(server.address, {
    replica: {
      address: server.replica,
      onRead: (one) => (from[one] += 1),
      onChange: (fault) => void process.stderr.write(`replica: ${fault ?? 'in use'}\n`),
    },
  });
  try {
    await fillOnce(drizzle(server.owner), [{ organizationId: ORGANIZATION, envelopes: Number(values.size) }]);
    while ((await both.replicaFault()) !== null);
    for (const [name, filter] of Object.entries(LISTS)) {
      const rounds = { without: [] as Round[], with: [] as Round[] };
      for (const db of [alone, both]) await round(db, filter, server, AT_ONCE * 20);
      for (let turn = 0; turn < Number(values.rounds); turn += 1) {
        rounds.without.push(await round(alone, filter, server, Number(values.lists)));
        rounds.with.push(await round(both, filter, server, Number(values.lists)));
      }
      for (const [kind, figures] of Object.entries(rounds)) say(`${name}, ${kind} a replica`, figures);
    }
    process.stdout.write(`with a replica, lists came from: ${JSON.stringify(from)}\n`);
  } finally {
    await Promise.all([alone.close(), both.close()]);
    await server.stop();
  }
}

type Round = Readonly<Record<'p50' | 'p95' | 'perSecond' | 'primaryMs' | 'replicaMs', number>>;
type Servers = { readonly owner: postgres.Sql; readonly replica: { readonly owner: postgres.Sql } };

async function round(db: Database, filter: ListFilter, servers: Servers, lists: number): Promise<Round> {
  const organizationId = ORGANIZATION;
  const times: number[] = [];
  const readPage = async (tx: Transaction) => {
    const page = { after: null, limit: PAGE, now: new Date() };
    const { ids } = await listEnvelopes(tx, organizationId, filter, page);
    await readRows(tx, organizationId, ids);
  };
  const runWorker = async () => {
    for (let list = 0; list < lists / AT_ONCE; list += 1)
      times.push(
        await measureMilliseconds(() => listTransaction(db, { organizationId }, readPage, ALONG_INDEXES)),
      );
  };
  const [primary, replica] = await Promise.all([
    readComputedMs(servers.owner),
    readComputedMs(servers.replica.owner),
  ]);
  const passed = await measureMilliseconds(() => Promise.all(Array.from({ length: AT_ONCE }, runWorker)));
  times.sort((one, other) => one - other);
  return {
    p50: computeMedian(times),
    p95: times[Math.floor(times.length * 0.95)] ?? Number.NaN,
    perSecond: (times.length / passed) * 1000,
    primaryMs: ((await readComputedMs(servers.owner)) - primary) / times.length,
    replicaMs: ((await readComputedMs(servers.replica.owner)) - replica) / times.length,
  };
}

/**
 * Returns the processor time in milliseconds that all processes of a server have used so far. Connections
 * stay open between rounds.
 */
async function readComputedMs(owner: postgres.Sql): Promise<number> {
  const processes = await owner<{ pid: number }[]>`select pid from pg_stat_activity`;
  return processes.reduce(
    (sum, { pid }) => sum + Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6,
    0,
  );
}

function say(name: string, rounds: readonly Round[]): void {
  const formatMedian = (of: keyof Round) => computeMedian(rounds.map((one) => one[of])).toFixed(2);
  process.stdout.write(
    `${name}: p50 ${formatMedian('p50')} ms, p95 ${formatMedian('p95')} ms, ${formatMedian('perSecond')} a second, ` +
      `primary ${formatMedian('primaryMs')} ms and replica ${formatMedian('replicaMs')} ms of a core per list\n`,
  );
}
