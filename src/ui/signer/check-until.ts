/** The seconds to wait before each check for what others have done. */
export const FOLLOW_PAUSES_S = [5, 10, 20, 30] as const;

/**
 * Runs `check` after each of the pauses in turn, repeating the last one, until it returns true or `signal`
 * aborts. It doesn't check while the page is hidden, and checks immediately when the page is shown again.
 */
export async function checkUntil(
  check: () => Promise<boolean>,
  pausesS: readonly number[],
  signal: AbortSignal,
): Promise<void> {
  for (let round = 0; ; round += 1) {
    await pause(pausesS[Math.min(round, pausesS.length - 1)] ?? 0, signal);
    if (signal.aborted || (await check())) return;
  }
}

/** Waits, and until the page is shown. Ends early when it's shown again or `signal` aborts. */
export function pause(seconds: number, signal: AbortSignal): Promise<void> {
  const over = new AbortController();
  const endIfShown = (): void => {
    if (!document.hidden) over.abort();
  };
  const timer = setTimeout(endIfShown, seconds * 1000);
  document.addEventListener('visibilitychange', endIfShown, { signal: over.signal });
  signal.addEventListener('abort', () => over.abort(), { signal: over.signal });
  if (signal.aborted) over.abort();
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      resolve();
    };
    if (over.signal.aborted) end();
    else over.signal.addEventListener('abort', end);
  });
}
