import type { AnchorOutcome } from '#domain/field/anchor.ts';
import { DocumentPool } from '#server/process/document-pool.ts';
import type { FindAnchorsRequest } from './find-anchors.ts';

/** Finds texts in documents outside this process. */
export interface TextFinder {
  /**
   * Returns the place of each anchor in a PDF of `pages` pages; null if finding them takes too long or too much memory.
   * @throws if the file can't be read, or the finder is closed
   */
  find(request: FindAnchorsRequest & { readonly pages: number }): Promise<readonly AnchorOutcome[] | null>;
  close(): Promise<void>;
}

export interface FinderOptions {
  /** Resident memory at which a process is killed, in bytes. Default 1 GiB. */
  readonly memoryBytes?: number;
  /** Per document, in milliseconds; each page adds to it. Default 10,000. */
  readonly timeoutMs?: number;
  /** The program to run; tests replace it. */
  readonly program?: URL;
}

/** Extra time per page, in milliseconds. */
const PAGE_MS = 150;

/** Opens a pool of one process, started on first use. If it hangs, crashes or grows too large, it is replaced. */
export function openTextFinder(options: FinderOptions = {}): TextFinder {
  const pool = new DocumentPool<FindAnchorsRequest, readonly AnchorOutcome[]>({
    program: options.program ?? new URL('./find-process.ts', import.meta.url),
    processes: 1,
    keepsOneReady: false,
    memoryBytes: options.memoryBytes ?? 1024 * 1024 * 1024,
  });
  return {
    find: async ({ pages, ...request }) => {
      const answer = await pool.finish(
        request,
        (options.timeoutMs ?? 10_000) + pages * PAGE_MS,
        'text finder',
      );
      return answer.kind === 'outcome' ? answer.outcome : null;
    },
    close: () => pool.close(),
  };
}
