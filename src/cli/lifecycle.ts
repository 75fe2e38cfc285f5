import { watchLauncher } from './launcher.ts';

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;
/** Exit codes of a process that a signal ended: 128 + its number. */
const ENDED_BY = { SIGTERM: 143, SIGINT: 130 } as const;
/** One Ctrl-C may arrive twice, from the terminal and from npm: a second wish is one that comes later than this. */
const SAME_WISH_MS = 500;

/** A signal that aborts when the operator asks the process to stop. Asked again, the process ends on the spot. */
export function stopRequest(): AbortSignal {
  const stop = new AbortController();
  let askedAt = Infinity;
  for (const name of SIGNALS) {
    process.on(name, () => {
      if (performance.now() - askedAt > SAME_WISH_MS) process.exit(ENDED_BY[name]);
      askedAt = Math.min(askedAt, performance.now());
      stop.abort();
    });
  }
  watchLauncher(() => stop.abort());
  return stop.signal;
}

/** Waits until the signal aborts. */
export async function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
}

/** Runs a command of the operator: a failure is one clear line on standard error and exit code 1. */
export async function run(command: () => Promise<void>): Promise<never> {
  try {
    await command();
  } catch (error) {
    process.stderr.write(`countersign: ${explain(error)}\n`);
    process.exit(1);
  }
  process.exit(0);
}

/** What the operator can act on: the first cause (a failed query's own message holds its parameters), in one line. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause instanceof Error) return explain(error.cause);
  const isDefect = [TypeError, RangeError, ReferenceError].some((kind) => error instanceof kind);
  // Node's own refusals, of an unknown option for one, have a code.
  return isDefect && !('code' in error) ? (error.stack ?? error.message) : error.message;
}
