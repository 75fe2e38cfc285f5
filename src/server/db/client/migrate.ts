import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate as runMigrations } from 'drizzle-orm/postgres-js/migrator';
import { sql } from 'drizzle-orm';
import postgres from 'postgres';
import { prepareQueues } from '#server/queue.ts';
import type { DatabaseAddress } from './address.ts';
import { connectionOptions } from './client.ts';

const MIGRATIONS = fileURLToPath(new URL('../../../../drizzle', import.meta.url));
/** One arbitrary number for everything that migrates, so that processes that start together take turns. */
const LOCK = 4_021_955_187;

/** Brings the schema and the queues up to date as the tables' owner. Several processes may call it at once. */
export async function migrate(address: DatabaseAddress): Promise<void> {
  const client = postgres({ ...connectionOptions(address), max: 1, onnotice: () => undefined });
  const db = drizzle(client);
  try {
    await db.execute(sql`select pg_advisory_lock(${LOCK})`);
    await runMigrations(db, { migrationsFolder: MIGRATIONS });
    await prepareQueues(address);
  } finally {
    await client.end({ timeout: 5 });
  }
}
