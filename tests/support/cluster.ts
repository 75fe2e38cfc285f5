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

/** Creates a database in the run's PostgreSQL server: a copy of the migrated template, or an empty one. */
export async function createTestDatabase({ empty = false } = {}): Promise<TestDatabase> {
  const { directory, user } = inject('cluster');
  const database = `test_${randomBytes(8).toString('hex')}`;
  const template = empty ? 'template0' : TEMPLATE;
  await administer((sql) => sql`create database ${sql(database)} template ${sql(template)}`);
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
