import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import postgres from 'postgres';
import { notifyAfterCommit } from '#server/db/client/after-commit.ts';
import {
  toConnectionOptions,
  openDatabase,
  type Database,
  type Transaction,
} from '#server/db/client/client.ts';
import { migrate } from '#server/db/migrations/migrate.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { startEmbedded } from '#server/db/embedded/embedded.ts';
import { APP_ROLE } from '#server/db/client/role.ts';
import { computeMedian } from './figures.ts';

const ROUNDS = 7;
const ROUND_MS = 2000;
const CHANNEL = 'countersign_bench';

type Way = (tx: Transaction) => unknown;
/** When a transaction notifies listeners. */
const WAYS: Readonly<Record<string, Way>> = {
  'no notice': () => undefined,
  'notice within': (tx) => tx.execute(sql`select pg_notify(${CHANNEL}, ${crypto.randomUUID()})`),
  'notice after': (tx) => notifyAfterCommit(tx, { channel: CHANNEL, payload: crypto.randomUUID() }),
};

await main();

/**
 * `node bench/notices.ts`: commits small transactions of one row each for a second, with each way to notify
 * listeners in turn.
 */
async function main(): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'countersign-bench-'));
  const server = await startEmbedded(join(directory, 'pgdata'));
  const owner = postgres({ ...toConnectionOptions(server.owner), max: 1 });
  try {
    await migrate(server.owner);
    await owner`create table bench_rows (id bigint generated always as identity primary key, text text not null)`;
    await owner.unsafe(`grant insert on bench_rows to ${APP_ROLE}`);
    for (const connections of [1, 8, 32]) {
      const db = openDatabase(server.address, { connections });
      const rates = new Map(Object.keys(WAYS).map((name) => [name, [] as number[]]));
      for (let round = 0; round < ROUNDS; round += 1)
        for (const [name, way] of Object.entries(WAYS))
          rates.get(name)?.push(await measureRate(db, connections, way));
      for (const [name, found] of rates)
        console.error(`${connections} at a time, ${name}: ${Math.round(computeMedian(found))} commits/s`);
      await db.close();
    }
  } finally {
    await owner.end();
    await server.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

async function measureRate(db: Database, connections: number, way: Way): Promise<number> {
  const startedAt = performance.now();
  let commits = 0;
  const work = async () => {
    while (performance.now() - startedAt < ROUND_MS) {
      await transaction(db, { organizationId: 'org_bench' }, async (tx) => {
        await Promise.all([tx.execute(sql`insert into bench_rows (text) values ('row')`), way(tx)]);
      });
      commits += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, work));
  return (commits * 1000) / (performance.now() - startedAt);
}
