import { existsSync, readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/client/client.ts';
import { transaction } from '#server/db/client/transaction.ts';

/** Returns the processor time in milliseconds that a process of the database has used so far. */
export type ProcessClock = () => number;

/**
 * Reads the clock of the only connection for transactions, so that other work on the machine doesn't count.
 * Falls back to wall time where the system doesn't report processor time. Linux does, unless its kernel was
 * built without it.
 */
export async function processClock(db: Database): Promise<ProcessClock> {
  // Has to run inside a transaction: other statements use other connections.
  const [row] = await transaction(db, null, (tx) =>
    tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`),
  );
  const path = `/proc/${row?.pid ?? 0}/schedstat`;
  const readComputedMs = () => Number(readFileSync(path, 'utf8').split(' ')[0]) / 1e6;
  return existsSync(path) && readComputedMs() > 0 ? readComputedMs : () => performance.now();
}
