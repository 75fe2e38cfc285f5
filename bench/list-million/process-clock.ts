import { existsSync, readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/client/client.ts';
import { transaction } from '#server/db/client/transaction.ts';

/** Milliseconds that a process of the database has computed so far. */
export type ProcessClock = () => number;

/**
 * The clock of the only connection for transactions: what else runs on the machine does not count. Where the system doesn't tell
 * (Linux does, unless its kernel was built without), time as it passes.
 */
export async function processClock(db: Database): Promise<ProcessClock> {
  // Within a transaction: other statements have connections of their own.
  const [row] = await transaction(db, null, (tx) =>
    tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`),
  );
  const path = `/proc/${row?.pid ?? 0}/schedstat`;
  const readComputedMs = () => Number(readFileSync(path, 'utf8').split(' ')[0]) / 1e6;
  return existsSync(path) && readComputedMs() > 0 ? readComputedMs : () => performance.now();
}
