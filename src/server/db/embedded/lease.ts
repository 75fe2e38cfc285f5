import postgres from 'postgres';

import { SUPERUSER } from './initialize.ts';

/**
 * One process's use of the server: a connection that holds a shared lock for as long as the process lives. Whoever
 * leaves last finds nobody else holding it, and may stop the server.
 */
export interface Lease {
  /** Settles when the connection is lost although nobody ended it. */
  readonly lost: Promise<void>;
  /** Gives the lease back. `stop` runs only when no other process holds one, and none can be taken meanwhile. */
  readonly end: (stop: () => Promise<void>) => Promise<void>;
}

/** What came of an attempt: a lease, a server that is not ready yet (or no longer), or no server at all. */
export type LeaseAttempt = Lease | 'busy' | 'absent';

const LEASE_LOCK = 7_201_881;
const DATABASE_EXISTS = ['42P04', '23505'];

/** Tries to take a lease of the server that listens in this directory, and makes the database when it is missing. */
export async function takeLease(sockets: string, database: string): Promise<LeaseAttempt> {
  let ended = false;
  const lost = Promise.withResolvers<void>();
  const sql = postgres({
    host: sockets,
    port: 5432,
    username: SUPERUSER,
    database: 'postgres',
    max: 1,
    connect_timeout: 10,
    idle_timeout: 0,
    max_lifetime: null,
    fetch_types: false,
    connection: { application_name: 'countersign lease' },
    onnotice: () => undefined,
    onclose: () => {
      if (!ended) lost.resolve();
    },
  });
  const close = async () => {
    ended = true;
    await sql.end({ timeout: 1 });
  };
  try {
    await sql`select pg_advisory_lock_shared(${LEASE_LOCK})`;
    await createDatabase(sql, database);
  } catch (error) {
    await close();
    return outcomeOf(error);
  }
  return {
    lost: lost.promise,
    end: async (stop) => {
      ended = true;
      try {
        await sql`select pg_advisory_unlock_shared(${LEASE_LOCK})`;
        const [row] = await sql<{ alone: boolean }[]>`select pg_try_advisory_lock(${LEASE_LOCK}) as alone`;
        if (row?.alone === true) await stop();
      } catch (error) {
        // The server is gone already: there is nothing left to give back.
        outcomeOf(error);
      } finally {
        await close();
      }
    },
  };
}

async function createDatabase(sql: postgres.Sql, database: string): Promise<void> {
  const found = await sql`select 1 from pg_database where datname = ${database}`;
  if (found.length > 0) return;
  try {
    await sql`create database ${sql(database)}`;
  } catch (error) {
    // Another process made it at the same moment.
    if (!DATABASE_EXISTS.includes(codeOf(error))) throw error;
  }
}

function outcomeOf(error: unknown): 'busy' | 'absent' {
  const code = codeOf(error);
  if (code === 'ENOENT' || code === 'ECONNREFUSED') return 'absent';
  // Class 57P: starting up or shutting down; the others: it went away while we were talking.
  if (/^(?:57P0[1-5]|53300|CONNECT\w*|ECONNRESET|EPIPE)$/.test(code)) return 'busy';
  throw error;
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
