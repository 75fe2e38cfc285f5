import { randomBytes } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';

import postgres from 'postgres';
import { inject } from 'vitest';

import type { DatabaseAddress } from '#server/db/client/address.ts';
import { toConnectionOptions } from '#server/db/client/client.ts';
import { waitForCluster } from './cluster-address.ts';
import type { ClusterAddress } from './cluster-server.ts';

type SocketAddress = Extract<DatabaseAddress, { kind: 'socket' }>;

/** A database in the run's server. */
export interface TestDatabase {
  /** Connects as the program's role. */
  readonly address: SocketAddress;
  /** Connects as the superuser that owns the tables. */
  readonly owner: SocketAddress;
  /** Drops the database, and closes connections that are still open. */
  readonly drop: () => Promise<void>;
}

/** The database that the run's server starts with: migrated, and never written to afterwards. */
const TEMPLATE = 'countersign';
/** The run's server, once a test of this worker has waited for it. */
let cluster: ClusterAddress | undefined;

/** Creates a database in the run's PostgreSQL server: a copy of the migrated template, or an empty one. */
export async function createTestDatabase({ empty = false } = {}): Promise<TestDatabase> {
  const { directory, app } = await openCluster();
  const database = `test_${randomBytes(8).toString('hex')}`;
  const template = empty ? 'template0' : TEMPLATE;
  await administer((sql) => sql`create database ${sql(database)} template ${sql(template)}`);
  const address = { kind: 'socket', directory, database, ...app } as const;
  return {
    address,
    owner: asOwner(address),
    drop: () => administer((sql) => sql`drop database ${sql(database)} with (force)`),
  };
}

/** Returns the address of a test database for the superuser that owns the tables. */
export function asOwner(address: DatabaseAddress): SocketAddress {
  if (address.kind !== 'socket' || cluster === undefined) throw new Error('not a test database');
  return { ...address, ...cluster.owner };
}

/** Makes a directory that is removed when the run ends. */
export async function makeScratchDirectory(): Promise<string> {
  return await mkdtemp(join(inject('scratch'), 'data-'));
}

async function openCluster(): Promise<ClusterAddress> {
  return (cluster ??= await waitForCluster(inject('scratch')));
}

async function administer(statement: (sql: postgres.Sql) => PromiseLike<unknown>): Promise<void> {
  const { directory, owner } = await openCluster();
  const address = { kind: 'socket', directory, database: 'postgres', ...owner } as const;
  const sql = postgres({ ...toConnectionOptions(address), max: 1 });
  try {
    await statement(sql);
  } finally {
    await sql.end();
  }
}
