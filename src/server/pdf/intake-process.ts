import { Worker } from 'node:worker_threads';
import { readIntoPlace, type ReadOutcome, type ReadRequest } from './intake-read.ts';

/** What comes back for each document, of which the parent sends one at a time: the outcome, or an error that is not the document's (a file that is missing, a full disk). */
export type IntakeReply =
  | { readonly kind: 'ready' }
  | { readonly kind: 'outcome'; readonly outcome: ReadOutcome; readonly worn: boolean }
  | { readonly kind: 'error'; readonly message: string };

/** A process that has grown this large after a document asks to be replaced. */
const WORN_BYTES = 384 * 1024 * 1024;

if (process.send) serve();

function serve(): void {
  const memoryBytes = Number(process.argv[2]);
  const watchdog = new Worker(new URL('./intake-watchdog.ts', import.meta.url), {
    workerData: { parentPid: process.ppid, memoryBytes },
  });
  watchdog.unref();
  process.on('disconnect', () => process.exit(0));
  process.on('message', (request: ReadRequest) => void answer(request));
  reply({ kind: 'ready' });
}

async function answer(request: ReadRequest): Promise<void> {
  try {
    const outcome = await readIntoPlace(request);
    reply({ kind: 'outcome', outcome, worn: process.memoryUsage.rss() > WORN_BYTES });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    reply({ kind: 'error', message });
  }
}

function reply(message: IntakeReply): void {
  process.send?.(message);
}
