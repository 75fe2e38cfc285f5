import { setTimeout as delay } from 'node:timers/promises';

/**
 * Codes for: the database closed or refused a connection (PostgreSQL classes 08 and 57P, or the driver's name
 * for it); it aborted a transaction because of a timeout (57014, 25P03, 55P03), a deadlock (40P01) or a
 * conflict with another one (40001); no connection was left (53300); or another server became the primary
 * (25006).
 */
const DATABASE_AWAY = /^(08|57P|57014|25006|25P03|55P03|40P01|40001|53300|CONNECT)/;
/** Node's error codes for any server that was unreachable. */
const SERVER_AWAY = /^(ECONN|ETIMEDOUT|ENOENT|EPIPE)/;

/**
 * Checks whether an error or its cause is a lost connection or a transaction that the database aborted, so
 * that a retry makes sense.
 */
export function isDatabaseAway(thrown: unknown): boolean {
  return hasCode(thrown, DATABASE_AWAY);
}

/** Like `isDatabaseAway`, but also true if any other server couldn't be reached. */
export function isUnreachable(thrown: unknown): boolean {
  return isDatabaseAway(thrown) || hasCode(thrown, SERVER_AWAY);
}

/** Codes for a connection to the database that was closed or refused (see above). */
const CONNECTION_LOST = /^(08|57P|CONNECT)/;

/**
 * Checks whether an error, a copy of one or its cause is a lost connection to the database. Node's own codes for
 * that say nothing of which server it was, unless the error is of a query or the caller knows: `isOfDatabase`.
 */
export function isConnectionLost(thrown: unknown, isOfDatabase: boolean): boolean {
  if (hasCode(thrown, CONNECTION_LOST)) return true;
  return (isOfDatabase || isOfQuery(thrown)) && hasCode(thrown, SERVER_AWAY);
}

/** Checks whether the driver or Drizzle has added the query that failed to an error. */
function isOfQuery(thrown: unknown): boolean {
  return listCauses(thrown).some((error) => 'query' in error);
}

/** A crashed server has recovered by then, or needs human attention. */
const WAIT_MS = 60_000;
const RETRY_MS = 250;

/**
 * Runs a repeatable task, and repeats it while the database reports that it is starting or recovering, or
 * cuts connections.
 */
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

/** The codes for a conflict with another transaction and for a deadlock. */
const CONFLICT = /^(40001|40P01)$/;

/**
 * Checks whether the database aborted a transaction in favor of another one. Such a transaction has changed
 * nothing.
 */
export function isConflict(thrown: unknown): boolean {
  return hasCode(thrown, CONFLICT);
}

/** The form of an SQLSTATE. */
const SERVER_SAYS = /^[0-9A-Z]{5}$/;

/**
 * Checks whether an error comes from a database server or the connection to it, rather than from the code
 * that sent the query.
 */
export function isOfServer(thrown: unknown): boolean {
  return hasCode(thrown, SERVER_SAYS) || isUnreachable(thrown);
}

/** Codes for a full disk or quota: Node's, and PostgreSQL's 53100 (disk_full). */
const FULL = /^(ENOSPC|EDQUOT|53100)$/;
/** Codes for a file system or database that accepts no writes. */
const READ_ONLY = /^(EROFS|25006)$/;

/**
 * Returns why nothing can be written, according to an error or its cause. Null if the error means something
 * else.
 */
export function findUnwritableReason(thrown: unknown): 'storage_full' | 'storage_read_only' | null {
  if (hasCode(thrown, FULL)) return 'storage_full';
  return hasCode(thrown, READ_ONLY) ? 'storage_read_only' : null;
}

/** Some libraries report an error as a copy, which is a plain object. */
type ErrorLike = { readonly code?: unknown; readonly name?: unknown; readonly cause?: unknown };

function hasCode(thrown: unknown, pattern: RegExp): boolean {
  return listCauses(thrown).some(
    ({ code, name }) => typeof code === 'string' && name !== 'TRPCError' && pattern.test(code),
  );
}

const MAX_CAUSES = 6;

/** Returns an error and what caused it. */
function listCauses(thrown: unknown): ErrorLike[] {
  const errors: ErrorLike[] = [];
  let error = thrown;
  while (typeof error === 'object' && error !== null && errors.length < MAX_CAUSES) {
    errors.push(error);
    error = (error as ErrorLike).cause;
  }
  return errors;
}
