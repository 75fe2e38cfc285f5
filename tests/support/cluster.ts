import { randomBytes } from 'node:crypto';

import postgres from 'postgres';
import { inject } from 'vitest';

import type { DatabaseAddress } from '#server/db/client/address.ts';

/** A migrated database of one test file. */
export interface TestDatabase {
  readonly address: DatabaseAddress & { readonly kind: 'socket' };
  /** Removes it, and ends the connections that a test left open. */
  readonly drop: () => Promise<void>;
}

/** The database that the run's server was started with, migrated and never written to again. */
const TEMPLATE = 'countersign';

/** Makes a database of its own, empty and migrated, in the run's PostgreSQL server. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { directory, user } = inject('cluster');
  const database = `test_${randomBytes(8).toString('hex')}`;
  await administer((sql) => sql`create database ${sql(database)} template ${sql(TEMPLATE)}`);
  return {
    address: { kind: 'socket', directory, database, user },
    drop: () => administer((sql) => sql`drop database ${sql(database)} with (force)`),
  };
}

async function administer(statement: (sql: postgres.Sql) => PromiseLike<unknown>): Promise<void> {
  const { directory, user } = inject('cluster');
  const sql = postgres({ host: directory, username: user, database: 'postgres', max: 1, fetch_types: false });
  try {
    await statement(sql);
  } finally {
    await sql.end();
  }
}
