/** Repeating work that has been started. `stop` waits for the current round. */
export type Repeating = { readonly stop: () => Promise<void> };

/** Runs one round, which can check whether it should end early. */
export type Round = (isStopping: () => boolean) => Promise<unknown>;

/** Runs a round immediately and then repeatedly. Rounds longer than the interval don't pile up. */
export function startRepeating(
  run: Round,
  { intervalMs, onError }: { readonly intervalMs: number; readonly onError: (error: unknown) => void },
): Repeating {
  let running: Promise<void> | null = null;
  let isStopping = false;
  const begin = () => {
    running ??= run(() => isStopping)
      .then(() => undefined, onError)
      .finally(() => (running = null));
  };
  begin();
  const timer = setInterval(begin, intervalMs);
  return {
    stop: async () => {
      isStopping = true;
      clearInterval(timer);
      await running;
    },
  };
}
