import type { AnchorOutcome } from '#domain/field/anchor.ts';
import { DocumentPool } from '#server/process/document-pool.ts';
import type { FindAnchorsRequest } from './find-anchors.ts';
import type { TextSource } from './kept-texts.ts';
import type { ReadWordsRequest } from './read-words.ts';

/** Finds texts in documents outside this process. */
export interface TextFinder {
  /**
   * Returns the place of each anchor in a PDF of `pages` pages; null if finding them takes too long or too much memory.
   * @throws if the file can't be read, or the finder is closed
   */
  find(request: FindAnchorsRequest & { readonly pages: number }): Promise<readonly AnchorOutcome[] | null>;
  /**
   * Returns the words by which a PDF of `pages` pages is found; null if reading them takes too long or too much memory.
   * @throws if the file can't be read, or the finder is closed
   */
  words(source: TextSource & { readonly pages: number }): Promise<readonly string[] | null>;
  close(): Promise<void>;
}

type Request = FindAnchorsRequest | ReadWordsRequest;
type Outcome =
  | { readonly kind: 'anchors'; readonly anchors: readonly AnchorOutcome[] }
  | { readonly kind: 'words'; readonly words: readonly string[] };

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

/**
 * Opens a pool of two processes, started on first use, so that reading a long document for the search doesn't hold up a
 * sender's anchors. If one hangs, crashes or grows too large, it is replaced.
 */
export function openTextFinder(options: FinderOptions = {}): TextFinder {
  const pool = new DocumentPool<Request, Outcome>({
    program: options.program ?? new URL('./find-process.ts', import.meta.url),
    processes: 2,
    keepsOneReady: false,
    memoryBytes: options.memoryBytes ?? 1024 * 1024 * 1024,
  });
  const ask = async (request: Request, pages: number) => {
    const answer = await pool.finish(request, (options.timeoutMs ?? 10_000) + pages * PAGE_MS, 'text finder');
    return answer.kind === 'outcome' ? answer.outcome : null;
  };
  return {
    find: async ({ pages, ...request }) => {
      const outcome = await ask(request, pages);
      return outcome?.kind === 'anchors' ? outcome.anchors : null;
    },
    words: async ({ pages, ...source }) => {
      const outcome = await ask({ ...source, words: true }, pages);
      return outcome?.kind === 'words' ? outcome.words : null;
    },
    close: () => pool.close(),
  };
}
