/** Repeating work. `stop` waits for the current round. */
export type Repeating = { readonly stop: () => Promise<void> };

type Round = {
  /** Runs one round, which can check whether it should end early. */
  readonly run: (isStopping: () => boolean) => Promise<void>;
  /** Time between the starts of two rounds. */
  readonly intervalMs: number;
  readonly onError: (error: unknown) => void;
};

/** Runs a task immediately and then repeatedly. Rounds that take longer than the interval don't pile up. */
export function startRepeating({ run, intervalMs, onError }: Round): Repeating {
  let running: Promise<void> | null = null;
  let stopping = false;
  const begin = () => {
    running ??= run(() => stopping)
      .catch(onError)
      .finally(() => (running = null));
  };
  begin();
  const timer = setInterval(begin, intervalMs);
  return {
    stop: async () => {
      stopping = true;
      clearInterval(timer);
      await running;
    },
  };
}
