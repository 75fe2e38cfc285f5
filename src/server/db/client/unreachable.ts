/** The database ended or refused a connection: a PostgreSQL class (08, 57P), or the driver's name for it. */
const DATABASE_AWAY = /^(08|57P|CONNECT)/;
/** The same, and every server that could not be reached at all, by the name that Node gives it. */
const UNREACHABLE = /^(08|57P|CONNECT|ECONN|ETIMEDOUT|ENOENT|EPIPE)/;

/** Whether an error, or what caused it, is that the database went away: worth another attempt soon. */
export function isDatabaseAway(thrown: unknown): boolean {
  return hasCode(thrown, DATABASE_AWAY);
}

/** Whether an error, or what caused it, is that some server cannot be talked to. */
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
