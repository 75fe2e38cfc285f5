import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import type { DatabaseAddress } from './address.ts';
import { openTransactions, preparedOn, type Transactions } from './transactions.ts';

/** The role that the program works as: it owns no table, so that forced row level security binds it. */
export const APP_ROLE = 'countersign_app';

export type Drizzle = PostgresJsDatabase<Record<string, never>>;
/** A transaction, or the database itself: both take the same queries. */
export type Transaction = Parameters<Parameters<Drizzle['transaction']>[0]>[0];

export type Database = {
  readonly drizzle: Drizzle;
  /** The same connections; its transactions only read, and all of what they read as of one moment. */
  readonly snapshots: Drizzle;
  readonly close: () => Promise<void>;
};

/** Connections for statements outside of transactions, several of which share one. */
const LONE_CONNECTIONS = 4;

/** Opens pools as the app's role, of at most `connections` for transactions. Nothing connects before the first query. */
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
    close: async () => {
      await Promise.all([lone.end({ timeout: 5 }), transactions.close()]);
    },
  };
}

/** What Drizzle takes for a client of postgres.js: it asks one for these alone. */
function clientOf(lone: postgres.Sql, begin: Transactions['write']): postgres.Sql {
  return Object.create(lone, {
    unsafe: { value: (text: string, parameters: unknown[] = []) => preparedOn(lone, text, parameters) },
    begin: { value: begin },
  }) as postgres.Sql;
}

/** What postgres.js needs to reach an address: a URL is taken apart, since it takes a socket only through options. */
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

/** The same address as a connection URL, for clients of libpq's form. */
export function connectionUrl(address: DatabaseAddress): string {
  if (address.kind === 'url') return address.url;
  return `postgres://${address.user}@localhost/${address.database}?host=${encodeURIComponent(address.directory)}`;
}
