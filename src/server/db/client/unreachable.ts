import { setTimeout as delay } from 'node:timers/promises';

/**
 * The database closed or refused a connection: a PostgreSQL class (08, 57P), or the driver's name for it. Or it gave a transaction up:
 * a timeout (57014, 25P03, 55P03), a deadlock (40P01), a conflict with another one (40001), or no connection left (53300). Or another server
 * became the primary (25006).
 */
const DATABASE_AWAY = /^(08|57P|57014|25006|25P03|55P03|40P01|40001|53300|CONNECT)/;
/** Any server was unreachable, by Node's error codes. */
const SERVER_AWAY = /^(ECONN|ETIMEDOUT|ENOENT|EPIPE)/;

/** Tells whether an error or its cause is a lost connection or a transaction that the database gave up, so that a retry makes sense. */
export function isDatabaseAway(thrown: unknown): boolean {
  return hasCode(thrown, DATABASE_AWAY);
}

/** The same, or tells whether any server couldn't be reached. */
export function isUnreachable(thrown: unknown): boolean {
  return isDatabaseAway(thrown) || hasCode(thrown, SERVER_AWAY);
}

/** A crashed server has recovered by then, or needs a person. */
const WAIT_MS = 60_000;
const RETRY_MS = 250;

/** Runs a task that can be repeated, and repeats it while the database says that it starts or recovers, or cuts connections. */
export async function retryUntilDatabaseIsUp<Result>(
  task: () => Promise<Result>,
  waitMs = WAIT_MS,
): Promise<Result> {
  const until = performance.now() + waitMs;
  for (;;) {
    try {
      return await task();
    } catch (error) {
      if (!isDatabaseAway(error) || performance.now() + RETRY_MS > until) throw error;
      await delay(RETRY_MS);
    }
  }
}

/** A conflict with another transaction, or a deadlock. */
const CONFLICT = /^(40001|40P01)$/;

/** Tells whether the database gave a transaction up for another one. It changed nothing. */
export function isConflict(thrown: unknown): boolean {
  return hasCode(thrown, CONFLICT);
}

/** An SQLSTATE. */
const SERVER_SAYS = /^[0-9A-Z]{5}$/;

/** Tells whether an error comes from a database server, or from the way to it, rather than from what asked. */
export function isOfServer(thrown: unknown): boolean {
  return hasCode(thrown, SERVER_SAYS) || isUnreachable(thrown);
}

/** A disk or quota is full, by Node's error codes and PostgreSQL's (53100, disk_full). */
const FULL = /^(ENOSPC|EDQUOT|53100)$/;
/** A file system or database takes no writes. */
const READ_ONLY = /^(EROFS|25006)$/;

/** Tells why an error or its cause means that nothing can be written; null if it means something else. */
export function findUnwritableReason(thrown: unknown): 'storage_full' | 'storage_read_only' | null {
  if (hasCode(thrown, FULL)) return 'storage_full';
  return hasCode(thrown, READ_ONLY) ? 'storage_read_only' : null;
}

function hasCode(thrown: unknown, pattern: RegExp): boolean {
  for (let error = thrown, depth = 0; error instanceof Error && depth < 6; error = error.cause, depth++) {
    const { code, name } = error as { code?: unknown; name: string };
    if (typeof code === 'string' && name !== 'TRPCError' && pattern.test(code)) return true;
  }
  return false;
}
