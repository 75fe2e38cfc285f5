/** Seconds before each look at what others have done. */
export const FOLLOW_PAUSES_S = [5, 10, 20, 30] as const;

/**
 * Runs `check` after each of the pauses in turn, the last of which repeats, until it returns true or `signal` aborts. Doesn't
 * check while the page is hidden, but at once when it's shown again.
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

function pause(seconds: number, signal: AbortSignal): Promise<void> {
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
