import { watchLauncher } from './launcher.ts';

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;
/** Exit codes of a process ended by a signal: 128 plus its number. */
const EXIT_CODES = { SIGTERM: 143, SIGINT: 130 } as const;
/** One Ctrl-C can arrive twice, from the terminal and from npm. Only a later one is a second request. */
const REPEATED_SIGNAL_MS = 500;

/**
 * Returns a signal that aborts when the operator asks the process to stop. A second request exits
 * immediately.
 */
export function stopRequest(): AbortSignal {
  const stop = new AbortController();
  let askedAt = Infinity;
  for (const name of SIGNALS) {
    process.on(name, () => {
      if (performance.now() - askedAt > REPEATED_SIGNAL_MS) process.exit(EXIT_CODES[name]);
      askedAt = Math.min(askedAt, performance.now());
      stop.abort();
    });
  }
  watchLauncher(() => stop.abort());
  return stop.signal;
}

export async function waitForAbort(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
}

/**
 * Runs an operator's command, which may set the exit code. A failure prints one clear line on standard error
 * and sets exit code 1.
 */
export async function run(command: () => Promise<void>): Promise<never> {
  try {
    await command();
  } catch (error) {
    process.stderr.write(`countersign: ${explain(error)}\n`);
    process.exit(1);
  }
  process.exit();
}

/**
 * Returns what the operator can act on: the root cause, in one line. The message of a failed query is left
 * out because it contains the query's parameters.
 */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause instanceof Error) return explain(error.cause);
  const isDefect = [TypeError, RangeError, ReferenceError].some((kind) => error instanceof kind);
  // Node's own errors, such as the one for an unknown option, have a code.
  return isDefect && !('code' in error) ? (error.stack ?? error.message) : error.message;
}
