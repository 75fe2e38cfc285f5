import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import { type DatabaseAddress, toDirectAddress } from './address.ts';
import { isPooled } from './line.ts';
import { openReplica, type Replica, type ReplicaNews } from './replica.ts';
import { APP_ROLE } from './role.ts';
import { type Notice, openNotices, type Notices } from './notices.ts';
import type { Patience } from './transaction-settings.ts';
import { openTransactions, type PoolState, type Transactions } from './transactions.ts';

export type Drizzle = PostgresJsDatabase<Record<string, never>>;
/** A transaction or the database itself. Both accept the same queries. */
export type Transaction = Parameters<Parameters<Drizzle['transaction']>[0]>[0];

export type Database = {
  readonly drizzle: Drizzle;
  /** The same connections, but each transaction is a read-only snapshot. */
  readonly snapshots: Drizzle;
  /**
   * Like `snapshots`, but for lists, which may be read from a replica if it has every change that was
   * acknowledged.
   */
  readonly lists: Drizzle;
  /**
   * Returns why lists aren't read from the replica at this moment. Null if they are, or if there is no
   * replica.
   */
  readonly replicaFault: Replica['fault'];
  /**
   * The member for whom transactions run. Policies hide private teams from this member; null hides nothing.
   */
  readonly viewerId: string | null;
  /** Called when PostgreSQL aborted a transaction in favor of another one. */
  readonly onConflict: () => void;
  /** Sends notices to other processes after transactions. */
  readonly notices: Notices;
  /** Returns what the database's connections are doing at this moment. */
  readonly pool: () => PoolState;
  readonly close: () => Promise<void>;
};

/** Connections for statements outside of transactions. The statements share them in turn. */
const LONE_CONNECTIONS = 1;

type DatabaseOptions = {
  /** The maximum number of connections for transactions. Default: 5. */
  readonly connections?: number;
  readonly patience?: Patience;
  /** After how many milliseconds without work a connection ends. Default: a minute. */
  readonly idleMs?: number;
  /** Called when notices could not be sent. */
  readonly onNoticesLost?: (error: unknown) => void;
  /** Called when PostgreSQL aborted a transaction in favor of another one. */
  readonly onConflict?: () => void;
  /** The replica that lists are read from while it is up to date. */
  readonly replica?: ReplicaNews & { readonly address: DatabaseAddress };
};

/** Opens pools as the app's role. They connect with the first query. */
export function openDatabase(
  address: DatabaseAddress,
  {
    connections = 5,
    patience,
    idleMs,
    onNoticesLost = () => undefined,
    onConflict = () => undefined,
    replica,
  }: DatabaseOptions = {},
): Database {
  const options = getPoolOptions(address);
  const decoder = postgres({ ...options, max: 1 });
  const keeping = { ...(patience && { patience }), ...(idleMs !== undefined && { idleMs }) };
  const lone = openTransactions(options, LONE_CONNECTIONS, keeping);
  const transactions = openTransactions(options, connections, keeping);
  const copies = replica && openTransactions(getPoolOptions(replica.address), connections, keeping);
  const lists = copies && openReplica(copies, { lone, otherwise: transactions }, replica);
  const notices = openNotices((batch) => notify(lone, batch), onNoticesLost);
  return {
    drizzle: drizzle(createClient(decoder, lone, transactions.write)),
    snapshots: drizzle(createClient(decoder, lone, transactions.read)),
    lists: drizzle(createClient(decoder, lone, lists?.read ?? transactions.read)),
    replicaFault: lists?.fault ?? (() => Promise.resolve(null)),
    viewerId: null,
    onConflict,
    notices,
    pool: () => {
      const states = [lone, transactions, copies].flatMap((one) => one?.state() ?? []);
      const sum = (of: keyof PoolState) => states.reduce((total, state) => total + state[of], 0);
      return { busy: sum('busy'), idle: sum('idle'), waiting: sum('waiting') };
    },
    close: async () => {
      await notices.close();
      await Promise.all([decoder.end(), lone.close(), transactions.close(), copies?.close()]);
    },
  };
}

function getPoolOptions(address: DatabaseAddress): postgres.Options<Record<string, never>> {
  return {
    ...toConnectionOptions(address),
    // Transactions take the role, since poolers refuse it as a startup parameter.
    connection: { application_name: 'countersign' },
    onnotice: () => undefined,
  };
}

/** Returns the same database as one member sees it, without the private teams that they don't belong to. */
export function withViewer(db: Database, viewerId: string): Database {
  return { ...db, viewerId };
}

/**
 * Throws unless statements can run as the program's role, and unless there is a connection without a pooler for what
 * a session keeps: the queue, notices and the sign of life.
 */
export async function requireUsableDatabase(address: DatabaseAddress): Promise<void> {
  const database = await inspectDatabase(address);
  if (address.kind !== 'url') return;
  if (address.direct === undefined) {
    if (database.isPooled)
      throw new Error(
        'DATABASE_URL leads to a pooler. Set DATABASE_MIGRATION_URL to the same database without a pooler in between.',
      );
    return;
  }
  const direct = await inspectDatabase(toDirectAddress(address));
  if (direct.isPooled)
    throw new Error('DATABASE_MIGRATION_URL leads to a pooler. It must lead to PostgreSQL itself.');
  if (direct.identity !== database.identity)
    throw new Error('DATABASE_MIGRATION_URL leads to another database than DATABASE_URL.');
}

async function inspectDatabase(address: DatabaseAddress): Promise<{ isPooled: boolean; identity: string }> {
  const sql = postgres({
    ...toConnectionOptions(address),
    ...{ max: 1, connection: { application_name: 'countersign' }, onnotice: () => undefined },
  });
  try {
    const pooled = await isPooled(sql);
    const [row] = await sql.begin(async (tx) => {
      await tx.unsafe(`set local role ${APP_ROLE}`);
      return await tx.unsafe<{ role: string; identity: string }[]>(IDENTITY);
    });
    if (row?.role !== APP_ROLE)
      throw new Error(
        `Statements run as the database role ${row?.role ?? 'unknown'} instead of ${APP_ROLE}.`,
      );
    return { isPooled: pooled, identity: row.identity };
  } finally {
    await sql.end({ timeout: 1 });
  }
}

const IDENTITY = `select current_user as role,
  (select system_identifier from pg_control_system()) || ' ' || current_database() as identity`;

/** The parts of a postgres.js client that Drizzle uses. */
function createClient(decoder: postgres.Sql, lone: Transactions, begin: Transactions['write']): postgres.Sql {
  return Object.create(decoder, {
    unsafe: {
      value: (text: string, parameters: unknown[] = []) => createLoneStatement(lone, text, parameters),
    },
    begin: { value: begin },
  }) as postgres.Sql;
}

/**
 * Creates a statement that is sent when its rows are awaited, as records or as `values`, like a query of
 * postgres.js.
 */
function createLoneStatement({ single }: Transactions, text: string, parameters: unknown[]) {
  const readRecords = () => single((statements) => statements.unsafe(text, parameters as never[]));
  const readValues = () => single((statements) => statements.unsafe(text, parameters as never[]).values());
  return {
    then: <T, E>(resolve: (rows: unknown) => T, reject: (error: unknown) => E) =>
      readRecords().then(resolve, reject),
    values: readValues,
  };
}

function notify({ single }: Transactions, notices: readonly Notice[]): Promise<unknown> {
  const text = `select pg_notify(notice->>'channel', notice->>'payload') from json_array_elements($1::text::json) notice`;
  return single((statements) => statements.unsafe(text, [JSON.stringify(notices)]));
}

/**
 * Returns postgres.js options for an address. URLs are split into their parts, because sockets need options.
 */
export function toConnectionOptions(address: DatabaseAddress): postgres.Options<Record<string, never>> {
  if (address.kind === 'socket') {
    return {
      host: address.directory,
      database: address.database,
      username: address.user,
      password: address.password,
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
export function toConnectionUrl(address: DatabaseAddress): string {
  if (address.kind === 'url') return address.url;
  const { user, password, database, directory } = address;
  return `postgres://${user}:${encodeURIComponent(password)}@localhost/${database}?host=${encodeURIComponent(directory)}`;
}
