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
  isLost: boolean;
  /** Tells the current transaction that the connection is lost. */
  onLost: () => void;
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
  const line: Line = {
    sql,
    openedAt: performance.now(),
    keepsSettings: keepSettings(sql, patience),
    isLost: false,
    onLost: () => undefined,
  };
  line.keepsSettings.catch(() => (line.isLost = true));
  return line;
}

/**
 * Gives the session the program's role and limits. Returns false behind a pooler, whose sessions may serve
 * other clients between transactions. A pooler gives its clients a process number of its own, which isn't the
 * number of PostgreSQL's process.
 */
async function keepSettings(sql: postgres.Sql, patience: Patience): Promise<boolean> {
  const session = await sql.unsafe<{ pid: number }[]>('select pg_backend_pid() as pid');
  if (session.state.pid !== session[0]?.pid) return false;
  await sql.unsafe(formatSettings(patience, 'set'));
  return true;
}
