/**
 * Runs a task on the first call. Later calls wait for the same run, and the task runs again only if it
 * failed.
 */
export function memoizeTask(task: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () =>
    (running ??= task().catch((error: unknown) => {
      running = undefined;
      throw error;
    }));
}
