/** Work that goes on until `stop` is called, which waits for what is under way. */
export type Repeating = { readonly stop: () => Promise<void> };

type Round = {
  /** May ask whether it should come to an early end. */
  readonly run: (isStopping: () => boolean) => Promise<void>;
  /** From the beginning of one round to that of the next. */
  readonly intervalMs: number;
  readonly onError: (error: unknown) => void;
};

/** Runs something at once and again and again. A round that takes longer than the interval lets no others queue up behind it. */
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
