import { randomBytes } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';

import postgres from 'postgres';
import { inject } from 'vitest';

import type { DatabaseAddress } from '#server/db/client/address.ts';

/** A database in the run's server. */
export interface TestDatabase {
  readonly address: DatabaseAddress & { readonly kind: 'socket' };
  /** Drops it, along with connections that are still open. */
  readonly drop: () => Promise<void>;
}

/** The database that the run's server starts with: migrated, and then never written to. */
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

/** Makes a directory that is removed when the run ends. */
export async function makeScratchDirectory(): Promise<string> {
  return await mkdtemp(join(inject('scratch'), 'data-'));
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
