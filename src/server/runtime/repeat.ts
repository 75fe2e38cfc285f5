/** Repeating work that has been started. `stop` waits for the current round. */
export type Repeating = { readonly stop: () => Promise<void> };

/** Runs one round, which can check whether it should end early. */
export type Round<Given = void> = (isStopping: () => boolean, given: Given) => Promise<unknown>;

/** Rounds of the same work. One that begins while another is running does nothing. */
export type Rounds<Given> = Repeating & { readonly begin: (given: Given) => void };

/** Opens rounds that begin when they are called for. */
export function openRounds<Given>(run: Round<Given>, onError: (error: unknown) => void): Rounds<Given> {
  let running: Promise<void> | null = null;
  let isStopping = false;
  return {
    begin: (given) => {
      running ??= run(() => isStopping, given)
        .then(() => undefined, onError)
        .finally(() => (running = null));
    },
    stop: async () => {
      isStopping = true;
      await running;
    },
  };
}

/** Runs a round immediately and then repeatedly. Rounds longer than the interval don't pile up. */
export function startRepeating(
  run: Round,
  { intervalMs, onError }: { readonly intervalMs: number; readonly onError: (error: unknown) => void },
): Repeating {
  const { begin, stop } = openRounds(run, onError);
  begin();
  const timer = setInterval(begin, intervalMs);
  return {
    stop: async () => {
      clearInterval(timer);
      await stop();
    },
  };
}
