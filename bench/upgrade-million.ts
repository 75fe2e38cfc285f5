import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { drizzle } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import { toConnectionOptions } from '#server/db/client/client.ts';
import type { DatabaseAddress } from '#server/db/client/address.ts';
import { startEmbedded } from '#server/db/embedded/embedded.ts';
import { migrate, migrateTables } from '#server/db/migrations/migrate.ts';
import { openHttpClient } from '../scripts/client/http.ts';
import { migrationFaults } from '../tests/support/migration-faults.ts';
import { nextReleases } from '../tests/support/next-release.ts';
import { fillOnce } from './list-million/seed.ts';
import { measureMoment } from './machine.ts';
import { type BenchServer, startServer } from './server.ts';
import { withTally, type Tally, startTraffic } from './steady/traffic.ts';
import { watchLocks } from './upgrade-million/lock-watch.ts';
import { CONTRACT, EXPAND } from './upgrade-million/releases.ts';

const ORGANIZATION = 'org_large';
/** As many as a sealed envelope with two signers has. */
const EVENTS = 8;
const LANES = 2;
const PAUSE_MS = 500;
const READS_PAUSE_MS = 100;

await main();

/**
 * `node bench/upgrade-million.ts [--size 1000000] [--use DIR] [--before 60]`: runs migrations that later
 * versions might have, while today's program lists, sends and signs. `--use` keeps the database in DIR, or
 * reuses one there that hasn't been upgraded. Reports for each statement its seconds, the milliseconds it
 * blocked others (see `Locks`), and the requests meanwhile. Exits with 1 if a request failed or others were
 * blocked for longer than a second.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      size: { type: 'string', default: '1000000' },
      use: { type: 'string' },
      before: { type: 'string', default: '60' },
    },
  });
  const directory = values.use ?? mkdtempSync(join(tmpdir(), 'countersign-upgrade-'));
  try {
    await fillDatabase(directory, Number(values.size));
    await measureUpgrade(directory, Number(values.before));
  } finally {
    if (values.use === undefined) rmSync(directory, { recursive: true, force: true });
  }
}

async function fillDatabase(directory: string, envelopes: number): Promise<void> {
  const server = await startEmbedded(directory, { fsync: 'off', max_wal_size: '4GB', autovacuum: 'off' });
  const client = postgres({ ...toConnectionOptions(server.owner), max: 1, onnotice: () => undefined });
  try {
    await migrate(server.owner);
    await fillOnce(drizzle(client), [{ organizationId: ORGANIZATION, envelopes }], {
      searchable: false,
      events: EVENTS,
    });
    await client`checkpoint`;
  } finally {
    await client.end();
    await server.stop();
  }
}

async function measureUpgrade(directory: string, secondsBefore: number): Promise<void> {
  const [program, folder] = [await startServer(directory), mkdtempSync(join(tmpdir(), 'countersign-next-'))];
  const database = await startEmbedded(directory);
  const { tally, stop } = await startTraffic(program.http.origin, { lanes: LANES, pauseMs: PAUSE_MS });
  const reading = await readLists(program, database.owner, tally);
  try {
    // The first requests compile the code they use.
    await measureUnderLoad('warming up', tally, database.owner, () => delay(secondsBefore * 500));
    say(`load ${measureMoment().load.toFixed(1)}`);
    await measureUnderLoad('before', tally, database.owner, () => delay(secondsBefore * 1000));
    const release = nextReleases(folder);
    for (const statement of [...EXPAND, ...CONTRACT]) {
      const faults = migrationFaults(CONTRACT.includes(statement) ? `-- contract\n${statement}` : statement);
      if (faults.length > 0) throw new Error(faults.join('\n'));
      release([statement]);
      await measureUnderLoad(statement, tally, database.owner, () => migrateTables(database.owner, folder));
    }
    await measureUnderLoad('after', tally, database.owner, () => delay(secondsBefore * 1000));
  } finally {
    await reading();
    await stop();
    await program.stop();
    await database.stop();
    rmSync(folder, { recursive: true });
  }
  say(
    `${tally.requests} requests, ${tally.sealed} envelopes sealed, ${tally.failures.length} requests failed`,
  );
  for (const failure of tally.failures) say(failure);
  if (tally.failures.length > 0) process.exitCode = 1;
}

/**
 * Reads pages of the large organization, using another organization's key that was moved to it. Returns a
 * function that stops it.
 */
async function readLists(
  program: BenchServer,
  owner: DatabaseAddress,
  tally: Tally,
): Promise<() => Promise<void>> {
  const { apiKey } = await program.tenant();
  const sql = postgres({ ...toConnectionOptions(owner), max: 1 });
  await sql`update api_keys set organization_id = ${ORGANIZATION}, team_id = ${`${ORGANIZATION}_0`}
    where created_at = (select max(created_at) from api_keys)`;
  await sql.end();
  const http = withTally(openHttpClient(program.http.origin), tally);
  let isOver = false;
  const running = (async () => {
    for (; !isOver; await delay(READS_PAUSE_MS))
      await http.bytes('GET', '/api/v1/envelopes?limit=50', { token: apiKey }).catch(() => undefined);
  })();
  return async () => {
    isOver = true;
    await running;
    http.close();
  };
}

async function measureUnderLoad(
  what: string,
  tally: Tally,
  owner: DatabaseAddress,
  action: () => Promise<void>,
): Promise<void> {
  const watch = await watchLocks(owner);
  const [start, first, failed] = [performance.now(), tally.milliseconds.length, tally.failures.length];
  await action();
  const seconds = (performance.now() - start) / 1000;
  const { held, open, waited } = await watch.stop();
  const times = tally.milliseconds.slice(first).sort((one, other) => one - other);
  const getPercentile = (share: number) =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  const figures = [
    held,
    open,
    waited,
    times.length,
    getPercentile(0.5),
    getPercentile(0.95),
    getPercentile(1),
  ].map(Math.round);
  const failures = tally.failures.length - failed;
  if (Math.max(held, waited) > 1000) process.exitCode = 1;
  say(`| ${[what.replaceAll(/\s+/g, ' '), seconds.toFixed(1), ...figures, failures].join(' | ')} |`);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
