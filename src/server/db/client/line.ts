import { drizzle } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import { HOUR_MS } from '#domain/time.ts';
import { formatSettings, type Patience } from './transaction-settings.ts';

/** A connection, which serves one transaction after another. */
export type Line = {
  readonly sql: postgres.Sql;
  readonly openedAt: number;
  /**
   * Whether the session has the program's role and limits, so that transactions needn't set them. Rejects if
   * the connection fails.
   */
  readonly keepsSettings: Promise<boolean>;
  /** Whether a later transaction finds prepared statements again. Known once `keepsSettings` is. */
  keepsStatements: boolean;
  isLost: boolean;
  /** When the last transaction ended, by `performance.now()`. */
  idleSince: number;
  /** Tells the current transaction that the connection is lost. */
  onLost: () => void;
  /** Sends the end of the snapshot that was read last, if it wasn't sent yet. */
  endSnapshot: () => void;
};

/** Connections keep memory for every prepared statement, so each is replaced after an hour. */
const LIFETIME_MS = HOUR_MS;

/** Checks whether another transaction may have the connection. */
export function isUsable({ isLost, openedAt }: Line): boolean {
  return !isLost && performance.now() - openedAt < LIFETIME_MS;
}

/** Opens a connection and prepares its session. */
export function openLine(options: postgres.Options<Record<string, never>>, patience: Patience): Line {
  const sql = postgres({
    ...options,
    max: 1,
    max_lifetime: null,
    onclose: () => {
      line.isLost = true;
      line.onLost();
    },
  });
  // Makes this connection decode values the way Drizzle expects.
  drizzle(sql);
  const session = prepareSession(sql, patience);
  const line: Line = {
    sql,
    openedAt: performance.now(),
    keepsSettings: session.then(({ keepsSettings, keepsStatements }) => {
      line.keepsStatements = keepsStatements;
      return keepsSettings;
    }),
    keepsStatements: false,
    isLost: false,
    idleSince: Infinity,
    onLost: () => undefined,
    endSnapshot: () => undefined,
  };
  line.keepsSettings.catch(() => (line.isLost = true));
  return line;
}

/**
 * Gives the session the program's role and limits, unless it leads to a pooler, whose sessions may serve other
 * clients between transactions.
 */
async function prepareSession(sql: postgres.Sql, patience: Patience) {
  if (await isPooled(sql)) return { keepsSettings: false, keepsStatements: await keepsStatements(sql) };
  await sql.unsafe(formatSettings(patience, 'set'));
  return { keepsSettings: true, keepsStatements: true };
}

/**
 * Checks whether a connection leads to a pooler. A pooler gives its clients a process number of its own, which isn't
 * the number of PostgreSQL's process.
 */
export async function isPooled(sql: postgres.Sql): Promise<boolean> {
  const session = await sql.unsafe<{ pid: number }[]>('select pg_backend_pid() as pid');
  return session.state.pid !== session[0]?.pid;
}

/** How poolers call a client's prepared statements on the server if they keep track of them. */
const TRACKED = /^(?:PGBOUNCER|PGCAT)_/;

/**
 * Checks whether a pooler keeps track of prepared statements, so that a later transaction finds them whichever
 * connection serves it. It then gives them names of its own.
 */
async function keepsStatements(sql: postgres.Sql): Promise<boolean> {
  await sql.unsafe('begin');
  const text = `select name from pg_prepared_statements where statement like '%' || 'whose name is asked for'`;
  const [own] = await sql.unsafe<{ name: string }[]>(`${text} -- whose name is asked for`, [], {
    prepare: true,
  });
  const isTracked = own !== undefined && TRACKED.test(own.name);
  // It would stay on the server's connection, which serves others.
  if (own !== undefined && !isTracked) await sql.unsafe(`deallocate "${own.name}"`);
  await sql.unsafe('commit');
  return isTracked;
}
