import { Worker } from 'node:worker_threads';

/**
 * What comes back for each document, of which the parent sends one at a time: the outcome, or an error that is not the
 * document's (a file that is missing, a full disk).
 */
export type ChildReply<Outcome> =
  | { readonly kind: 'ready' }
  | { readonly kind: 'outcome'; readonly outcome: Outcome; readonly worn: boolean }
  | { readonly kind: 'error'; readonly message: string };

/**
 * Makes this process one that works on documents for the parent that started it: answers each request with what `work`
 * makes of it, and ends when it takes more memory than its first argument says (bytes), or with its parent. A process
 * that has grown beyond `wornBytes` after a document asks to be replaced.
 */
export function serveDocuments<Request, Outcome>(
  work: (request: Request) => Promise<Outcome>,
  wornBytes: number,
): void {
  if (!process.send) return;
  const watchdog = new Worker(new URL('./watchdog.ts', import.meta.url), {
    workerData: { parentPid: process.ppid, memoryBytes: Number(process.argv[2]) },
  });
  watchdog.unref();
  process.on('disconnect', () => process.exit(0));
  process.on('message', (request: Request) => {
    work(request).then(
      (outcome) => reply({ kind: 'outcome', outcome, worn: process.memoryUsage.rss() > wornBytes }),
      (error: unknown) =>
        reply({ kind: 'error', message: error instanceof Error ? error.message : String(error) }),
    );
  });
  reply({ kind: 'ready' });
}

function reply<Outcome>(message: ChildReply<Outcome>): void {
  process.send?.(message);
}
