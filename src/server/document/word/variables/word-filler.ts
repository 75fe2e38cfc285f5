import { DocumentPool } from '#server/process/document-pool.ts';
import type { FillOutcome, FillRequest } from './fill-variables.ts';

/** Fills in the variables of Word files outside this process. */
export interface WordFiller {
  /**
   * Lists the variables of a checked DOCX and fills them in if there are values; null if that takes too long or too much memory.
   * @throws if a file can't be read or written, or the filler is closed
   */
  fill(request: FillRequest): Promise<FillOutcome | null>;
  close(): Promise<void>;
}

export interface WordFillerOptions {
  /** Resident memory at which a process is killed, in bytes. Default 1 GiB. */
  readonly memoryBytes?: number;
  /** Per document, in milliseconds. Default 20,000. */
  readonly timeoutMs?: number;
  /** The program to run; tests replace it. */
  readonly program?: URL;
}

/** Opens a pool of one process, started on first use. If it hangs, crashes or grows too large, it is replaced. */
export function openWordFiller(options: WordFillerOptions = {}): WordFiller {
  const pool = new DocumentPool<FillRequest, FillOutcome>({
    program: options.program ?? new URL('./fill-process.ts', import.meta.url),
    processes: 1,
    keepsOneReady: false,
    memoryBytes: options.memoryBytes ?? 1024 * 1024 * 1024,
  });
  return {
    fill: async (request) => {
      const answer = await pool.finish(request, options.timeoutMs ?? 20_000, 'filler');
      return answer.kind === 'outcome' ? answer.outcome : null;
    },
    close: () => pool.close(),
  };
}
