import { pino, type DestinationStream, type LogFn, type Logger } from 'pino';
import { isConnectionLost } from '#server/db/client/unreachable.ts';
import type { Config } from './config.ts';

/** An error as it is logged: where it happened and why, but never with values. */
export type LoggedError = {
  readonly type: string;
  readonly code?: string | number;
  readonly message: string;
  readonly stack?: string;
  readonly cause?: LoggedError;
};

/**
 * The part of a failed query's message that follows this contains its values, such as password hashes or
 * emails with signing links.
 */
const PARAMETERS = '\nparams:';
const MAX_CAUSES = 6;

/** While the database is away, its errors are logged this often, in milliseconds. */
const OUTAGE_MS = 60_000;

/**
 * Opens the program's log, which writes one JSON object per line, by default to standard error. While the
 * database is away, everything that needs it fails over and over: of these errors, the first is written, then
 * one a minute with the number of those left out.
 */
export function openLog(
  level: Config['logLevel'],
  to: DestinationStream = pino.destination(2),
  clock: () => number = () => performance.now(),
): Logger {
  let saidAt = -Infinity;
  let leftOut = 0;
  const logMethod = function (this: Logger, args: Parameters<LogFn>, method: LogFn): void {
    const [entry] = args as readonly unknown[];
    if (!isOutage(entry)) return method.apply(this, args);
    if (clock() - saidAt < OUTAGE_MS) {
      leftOut += 1;
      return;
    }
    const counted = leftOut === 0 ? entry : { ...entry, leftOut };
    saidAt = clock();
    leftOut = 0;
    method.apply(this, [counted, ...args.slice(1)] as unknown as Parameters<LogFn>);
  };
  return pino({ level, name: 'countersign', serializers: { err: toLoggedError }, hooks: { logMethod } }, to);
}

/** Checks whether a log entry is about a lost connection to the database, which `of` says where the error can't. */
function isOutage(entry: unknown): entry is { readonly err: unknown } {
  if (typeof entry !== 'object' || entry === null || !('err' in entry)) return false;
  return isConnectionLost(entry.err, 'of' in entry && entry.of === 'database');
}

/**
 * Converts anything thrown, including its causes, for the log. Of an error's own properties, only the code is
 * kept.
 */
export function toLoggedError(thrown: unknown, depth = 0): LoggedError {
  if (!isErrorLike(thrown)) return { type: typeof thrown, message: withoutValues(String(thrown)) };
  const { code, cause, stack } = thrown;
  return {
    type: getErrorType(thrown),
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    message: getErrorMessage(thrown),
    ...(typeof stack === 'string' ? { stack: getStack(thrown, stack) } : {}),
    ...(cause === undefined || depth === MAX_CAUSES ? {} : { cause: toLoggedError(cause, depth + 1) }),
  };
}

/** Returns the message of anything thrown, without the values of a failed query. */
export function getErrorMessage(thrown: unknown): string {
  return withoutValues(isErrorLike(thrown) ? thrown.message : String(thrown));
}

type ErrorLike = {
  readonly message: string;
  readonly code?: unknown;
  readonly cause?: unknown;
  readonly stack?: unknown;
};

/** Some libraries report an error as a copy, which is a plain object. */
function isErrorLike(thrown: unknown): thrown is ErrorLike {
  return (
    typeof thrown === 'object' && thrown !== null && 'message' in thrown && typeof thrown.message === 'string'
  );
}

function getErrorType(thrown: ErrorLike): string {
  if (!(thrown instanceof Error)) return 'object';
  return thrown.name === 'Error' ? thrown.constructor.name : thrown.name;
}

/**
 * A value can look like a stack line, so the message is cut out as a whole. If it isn't found, the rest of
 * the stack is dropped too.
 */
function getStack({ message }: ErrorLike, stack: string): string {
  const at = stack.indexOf(message);
  const plain =
    at === -1 ? stack : stack.slice(0, at) + withoutValues(message) + stack.slice(at + message.length);
  return withoutValues(plain);
}

function withoutValues(text: string): string {
  const at = text.indexOf(PARAMETERS);
  return at === -1 ? text : text.slice(0, at);
}
