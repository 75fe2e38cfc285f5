import postgres from 'postgres';

import type { Login } from './passwords.ts';
import { getErrorCode } from '#domain/error-code.ts';

/**
 * A process's use of the server: a connection that holds a shared lock. The last process to end its lease can
 * stop the server.
 */
export interface Lease {
  /** Settles if the connection is lost unexpectedly. */
  readonly lost: Promise<void>;
  /**
   * Ends the lease. `stop` runs only if no other process has a lease, and none can be taken while it runs.
   */
  readonly end: (stop: () => Promise<void>) => Promise<void>;
}

/** The result of an attempt: a lease, a server that accepts no connection right now, or no server. */
export type LeaseAttempt = Lease | 'busy' | 'absent';

const LEASE_LOCK = 7_201_881;
const DATABASE_EXISTS = ['42P04', '23505'];

/** Tries to take a lease from the server in this directory. */
export async function takeLease(sockets: string, login: Login): Promise<LeaseAttempt> {
  let ended = false;
  const lost = Promise.withResolvers<void>();
  const sql = postgres({
    ...buildOptions(sockets, login),
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
  } catch (error) {
    await close();
    return classifyError(error);
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
        // The server is already gone.
        classifyError(error);
      } finally {
        await close();
      }
    },
  };
}

/** Creates the database if it is missing. */
export async function createDatabase(sockets: string, login: Login, database: string): Promise<void> {
  const sql = postgres(buildOptions(sockets, login));
  try {
    const found = await sql`select 1 from pg_database where datname = ${database}`;
    if (found.length === 0) await sql`create database ${sql(database)}`;
  } catch (error) {
    // Another process created the database at the same time.
    if (!DATABASE_EXISTS.includes(getErrorCode(error) ?? '')) throw error;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

function buildOptions(sockets: string, { user, password }: Login) {
  return {
    host: sockets,
    port: 5432,
    username: user,
    password,
    database: 'postgres',
    max: 1,
    connect_timeout: 10,
    idle_timeout: 0,
    max_lifetime: null,
    fetch_types: false,
    connection: { application_name: 'countersign lease' },
    onnotice: () => undefined,
  };
}

function classifyError(error: unknown): 'busy' | 'absent' {
  const code = getErrorCode(error) ?? '';
  if (code === 'ENOENT' || code === 'ECONNREFUSED') return 'absent';
  // Class 57P: the server is starting or shutting down. The others: the connection was lost.
  if (/^(?:57P0[1-5]|53300|CONNECT\w*|ECONNRESET|EPIPE)$/.test(code)) return 'busy';
  throw error;
}
