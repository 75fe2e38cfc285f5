/** The database closed or refused a connection: a PostgreSQL class (08, 57P), or the driver's name for it. */
const DATABASE_AWAY = /^(08|57P|CONNECT)/;
/** The same, or any server was unreachable, by Node's error codes. */
const UNREACHABLE = /^(08|57P|CONNECT|ECONN|ETIMEDOUT|ENOENT|EPIPE)/;

/** Tells whether an error or its cause is a lost database connection, so that a retry makes sense. */
export function isDatabaseAway(thrown: unknown): boolean {
  return hasCode(thrown, DATABASE_AWAY);
}

/** Tells whether an error or its cause is an unreachable server. */
export function isUnreachable(thrown: unknown): boolean {
  return hasCode(thrown, UNREACHABLE);
}

function hasCode(thrown: unknown, pattern: RegExp): boolean {
  for (let error = thrown, depth = 0; error instanceof Error && depth < 6; error = error.cause, depth++) {
    const { code, name } = error as { code?: unknown; name: string };
    if (typeof code === 'string' && name !== 'TRPCError' && pattern.test(code)) return true;
  }
  return false;
}
