import { sql } from 'drizzle-orm';
import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import type { DatabaseAddress } from './address.ts';
import { APP_ROLE } from './role.ts';
import { openTransactions, preparedOn, type Transactions } from './transactions.ts';

export type Drizzle = PostgresJsDatabase<Record<string, never>>;
/** A transaction or the database itself: both accept the same queries. */
export type Transaction = Parameters<Parameters<Drizzle['transaction']>[0]>[0];

export type Database = {
  readonly drizzle: Drizzle;
  /** The same connections, with read-only snapshots as transactions. */
  readonly snapshots: Drizzle;
  /** The member for whom transactions run, from whom policies hide private teams; null hides nothing. */
  readonly viewerId: string | null;
  readonly close: () => Promise<void>;
};

/** Connections for statements outside of transactions, which share them. */
const LONE_CONNECTIONS = 4;

/**
 * Opens pools as the app's role, with at most `connections` for transactions. It connects with the first
 * query.
 */
export function openDatabase(address: DatabaseAddress, connections = 12): Database {
  const options: postgres.Options<Record<string, never>> = {
    ...connectionOptions(address),
    connection: { application_name: 'countersign', role: APP_ROLE },
    onnotice: () => undefined,
  };
  const lone = postgres({ ...options, max: LONE_CONNECTIONS });
  const transactions = openTransactions(options, connections);
  return {
    drizzle: drizzle(clientOf(lone, transactions.write)),
    snapshots: drizzle(clientOf(lone, transactions.read)),
    viewerId: null,
    close: async () => {
      await Promise.all([lone.end({ timeout: 5 }), transactions.close()]);
    },
  };
}

/** Returns the same database as one member sees it: without the private teams that they don't belong to. */
export function databaseFor(db: Database, viewerId: string): Database {
  return { ...db, viewerId };
}

/**
 * Throws unless statements run as the program's role. A pooler that ignores the connection's `role` would run those outside
 * of transactions as the tables' owner.
 */
export async function requireAppRole(db: Database): Promise<void> {
  const [row] = await db.drizzle.execute<{ role: string }>(sql`select current_user as role`);
  if (row?.role !== APP_ROLE)
    throw new Error(
      `Statements run as the database role ${row?.role ?? 'unknown'} instead of ${APP_ROLE}. ` +
        'A pooler in front of PostgreSQL ignores the startup parameter "role"; connect DATABASE_URL directly.',
    );
}

/** The parts of a postgres.js client that Drizzle uses. */
function clientOf(lone: postgres.Sql, begin: Transactions['write']): postgres.Sql {
  return Object.create(lone, {
    unsafe: { value: (text: string, parameters: unknown[] = []) => preparedOn(lone, text, parameters) },
    begin: { value: begin },
  }) as postgres.Sql;
}

/** Returns postgres.js options for an address. URLs are taken apart, because sockets need options. */
export function connectionOptions(address: DatabaseAddress): postgres.Options<Record<string, never>> {
  if (address.kind === 'socket') {
    return {
      host: address.directory,
      database: address.database,
      username: address.user,
      fetch_types: false,
    };
  }
  const url = new URL(address.url);
  const socket = url.searchParams.get('host');
  const tls = url.searchParams.get('sslmode');
  return {
    host: socket ?? decodeURIComponent(url.hostname),
    port: url.port === '' ? 5432 : Number(url.port),
    database: decodeURIComponent(url.pathname.slice(1)),
    username: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    fetch_types: false,
    ...(tls === null || tls === 'disable' ? {} : { ssl: tls === 'verify-full' ? 'verify-full' : 'require' }),
  };
}

/** Returns an address as a connection URL for libpq-style clients. */
export function connectionUrl(address: DatabaseAddress): string {
  if (address.kind === 'url') return address.url;
  return `postgres://${address.user}@localhost/${address.database}?host=${encodeURIComponent(address.directory)}`;
}
