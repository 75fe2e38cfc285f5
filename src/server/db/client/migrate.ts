import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate as runMigrations } from 'drizzle-orm/postgres-js/migrator';
import { sql } from 'drizzle-orm';
import postgres from 'postgres';
import { prepareQueues } from '#server/queue.ts';
import type { DatabaseAddress } from './address.ts';
import { connectionOptions } from './client.ts';

const MIGRATIONS = fileURLToPath(new URL('../../../../drizzle', import.meta.url));
/** An arbitrary lock number, so that migrating processes take turns. */
const LOCK = 4_021_955_187;

/** Migrates the schema and the queues as the tables' owner. Processes can call it concurrently. */
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
