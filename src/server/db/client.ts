import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import type { DatabaseAddress } from './address.ts';

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

/** Opens a pool of at most `connections` as the app's role. Nothing connects before the first query. */
export function openDatabase(address: DatabaseAddress, connections = 12): Database {
  const client = postgres({
    ...connectionOptions(address),
    max: connections,
    connection: { application_name: 'countersign', role: APP_ROLE },
    onnotice: () => undefined,
  });
  const begin = client.begin.bind(client) as Begin;
  const beginning = (mode: string) => (run: (tx: postgres.TransactionSql) => unknown) =>
    begin(mode, (tx) => run(preparing(tx)));
  preparing(client);
  client.begin = beginning('') as typeof client.begin;
  const reading = Object.create(client, {
    begin: { value: beginning('isolation level repeatable read read only') },
  }) as typeof client;
  return {
    drizzle: drizzle(client),
    snapshots: drizzle(reading),
    close: () => client.end({ timeout: 5 }),
  };
}

/** How postgres.js opens a transaction: with what follows BEGIN. */
type Begin = (mode: string, run: (tx: postgres.TransactionSql) => unknown) => Promise<unknown>;

/** Statements with more parameters come in too many shapes to keep: an insert of many rows for one. */
const PREPARED_PARAMETERS_MAX = 200;

/**
 * Has a connection keep the statements that it has parsed. Drizzle would have each one parsed, described and planned
 * anew, waiting for the description in between, so that no statement could travel ahead of the last one's answer.
 */
function preparing<S extends Pick<postgres.Sql, 'unsafe'>>(sql: S): S {
  const send = sql.unsafe.bind(sql) as (text: string, parameters: unknown[], options: object) => unknown;
  sql.unsafe = ((text: string, parameters: unknown[] = [], options: object = {}) =>
    send(text, parameters, {
      ...options,
      prepare: parameters.length <= PREPARED_PARAMETERS_MAX,
    })) as S['unsafe'];
  return sql;
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
