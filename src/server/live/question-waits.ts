/** Calls that wait for the answer to a question. Another process may receive the answer. */
export type QuestionWaits = {
  /**
   * Waits for news of a question, for `ms` to pass, or for the signal. Returns false once nothing should wait
   * anymore.
   */
  readonly wait: (id: string, ms: number, signal: AbortSignal) => Promise<boolean>;
  readonly wake: (id: string) => void;
  readonly wakeAll: () => void;
  /** Ends all current and future waits. */
  readonly end: () => void;
};

export function openQuestionWaits(): QuestionWaits {
  const waiting = new Map<string, (goesOn: boolean) => void>();
  let ended = false;
  const endAll = (goesOn: boolean) => {
    for (const end of [...waiting.values()]) end(goesOn);
  };
  return {
    wait: async (id, ms, signal) => {
      if (ended || signal.aborted) return !ended;
      return await new Promise<boolean>((resolve) => {
        const end = (goesOn: boolean) => {
          clearTimeout(timer);
          signal.removeEventListener('abort', onAbort);
          waiting.delete(id);
          resolve(goesOn);
        };
        const onAbort = () => end(true);
        const timer = setTimeout(end, ms, true);
        signal.addEventListener('abort', onAbort);
        waiting.set(id, end);
      });
    },
    wake: (id) => waiting.get(id)?.(true),
    wakeAll: () => endAll(true),
    end: () => {
      ended = true;
      endAll(false);
    },
  };
}
