/** Runs a task with the first call, which later ones wait for too, and again only if it failed. */
export function memoizeTask(task: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () =>
    (running ??= task().catch((error: unknown) => {
      running = undefined;
      throw error;
    }));
}
