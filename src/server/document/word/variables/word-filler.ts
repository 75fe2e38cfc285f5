import { stat } from 'node:fs/promises';
import { DocumentPool } from '#server/process/document-pool.ts';
import type { Requester } from '#server/process/requester.ts';
import type { FillOutcome, FillRequest } from './fill-variables.ts';

/** Fills in the variables of Word files in another process. */
export interface WordFiller {
  /**
   * Lists the variables of a checked DOCX, and fills them in if there are values. Returns null if that takes
   * too long or too much memory. Refuses with `rate_limited` if too many of the organization's requests are
   * waiting.
   * @throws if a file can't be read or written, or the filler is closed
   */
  fill(requester: Requester, request: FillRequest): Promise<FillOutcome | null>;
  close(): Promise<void>;
}

export interface WordFillerOptions {
  /** Resident memory at which a process is killed, in bytes. Default 1 GiB. */
  readonly memoryBytes?: number;
  /** Time limit per document, in milliseconds. Default 20,000. */
  readonly timeoutMs?: number;
  /** How many requests of one organization may wait. Default 100. */
  readonly waitingMax?: number;
  /** The program to run; tests replace it. */
  readonly program?: URL;
}

/**
 * Opens a pool of two processes, started on demand. One that hangs, crashes or grows too large is replaced.
 */
export function openWordFiller(options: WordFillerOptions = {}): WordFiller {
  const pool = new DocumentPool<FillRequest, FillOutcome>({
    program: options.program ?? new URL('./fill-process.ts', import.meta.url),
    processes: 2,
    waitingMax: options.waitingMax ?? 100,
    files: ({ path, targetPath }) => ({ reads: [path], writes: [targetPath] }),
    memoryBytes: options.memoryBytes ?? 1024 * 1024 * 1024,
  });
  return {
    fill: async (requester, request) => {
      const { size } = await stat(request.path);
      const timeoutMs = options.timeoutMs ?? 20_000;
      const answer = await pool.finish({ request, timeoutMs, requester, size }, 'filler');
      return answer.kind === 'outcome' ? answer.outcome : null;
    },
    close: () => pool.close(),
  };
}
