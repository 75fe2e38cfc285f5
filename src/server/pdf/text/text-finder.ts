import type { AnchorOutcome } from '#domain/field/anchor.ts';
import type { SearchText } from '#domain/search/words.ts';
import type { PageLines } from '#reading/text/page-lines.ts';
import { DocumentPool } from '#server/process/document-pool.ts';
import type { Requester } from '#server/process/requester.ts';
import type { ComparedVersions, CompareRequest } from './compare-documents.ts';
import type { FindAnchorsRequest } from './find-anchors.ts';
import type { TextSource } from './kept-texts.ts';
import type { PageRange, ReadLinesRequest, ReadQuoteRequest, Selection } from './read-lines.ts';
import type { ReadSearchTextRequest } from './read-search-text.ts';

/**
 * Finds and reads text in documents outside this process. Refuses with `rate_limited` if too many requests of
 * an organization are waiting.
 */
export interface TextFinder {
  /**
   * Returns the position of each anchor in a PDF of `pages` pages; null if finding them takes too long or too
   * much memory.
   * @throws if the file can't be read, or the finder is closed
   */
  find(
    requester: Requester,
    request: FindAnchorsRequest & { readonly pages: number },
  ): Promise<readonly AnchorOutcome[] | null>;
  /**
   * Returns the text that searches use from a PDF of `pages` pages; null if reading it takes too long or too
   * much memory.
   * @throws if the file can't be read, or the finder is closed
   */
  searchText(
    requester: Requester,
    source: TextSource & { readonly pages: number },
  ): Promise<SearchText | null>;
  /**
   * Returns the lines of up to 50 pages of a PDF that has `pageCount` pages; null if reading them takes too
   * long or too much memory.
   * @throws if the file can't be read, or the finder is closed
   */
  lines(
    requester: Requester,
    source: TextSource & { readonly pageCount: number; readonly pages: PageRange },
  ): Promise<readonly PageLines[] | null>;
  /**
   * Returns the text that a page of a PDF of `pageCount` pages draws within boxes; null if there is none, or
   * reading it takes too long or too much memory.
   * @throws if the file can't be read, or the finder is closed
   */
  quote(
    requester: Requester,
    source: TextSource & { readonly pageCount: number; readonly quoted: Selection },
  ): Promise<string | null>;
  /**
   * Compares what two PDFs of `pageCount` pages together draw; null if that takes too long or too much memory.
   * @throws if a file can't be read, or the finder is closed
   */
  compare(
    requester: Requester,
    request: CompareRequest & { readonly pageCount: number },
  ): Promise<ComparedVersions | null>;
  close(): Promise<void>;
}

type Request =
  FindAnchorsRequest | ReadSearchTextRequest | ReadLinesRequest | ReadQuoteRequest | CompareRequest;
type Outcome =
  | { readonly kind: 'anchors'; readonly anchors: readonly AnchorOutcome[] }
  | { readonly kind: 'search'; readonly text: SearchText }
  | { readonly kind: 'lines'; readonly pages: readonly PageLines[] }
  | { readonly kind: 'quote'; readonly text: string | null }
  | { readonly kind: 'compared'; readonly compared: ComparedVersions };

export interface FinderOptions {
  /** Resident memory at which a process is killed, in bytes. Default 1 GiB. */
  readonly memoryBytes?: number;
  /** Base time limit per document, in milliseconds; each page adds to it. Default 10,000. */
  readonly timeoutMs?: number;
  /** How many requests of an organization may wait. Default 100. */
  readonly waitingMax?: number;
  /** The program to run; tests replace it. */
  readonly program?: URL;
}

/** Extra time per page, in milliseconds. */
const PAGE_MS = 150;

/**
 * Opens a pool of two processes, started on first use. With two, reading a long document for the search
 * doesn't hold up a sender's anchors. A process that hangs, crashes or grows too large is replaced.
 */
export function openTextFinder(options: FinderOptions = {}): TextFinder {
  const pool = new DocumentPool<Request, Outcome>({
    program: options.program ?? new URL('./find-process.ts', import.meta.url),
    processes: 2,
    waitingMax: options.waitingMax ?? 100,
    files: (request) => ({
      reads: 'before' in request ? [request.before.path, request.after.path] : [request.path],
      writes: [],
    }),
    memoryBytes: options.memoryBytes ?? 1024 * 1024 * 1024,
  });
  const ask = async (requester: Requester, request: Request, pages: number) => {
    const timeoutMs = (options.timeoutMs ?? 10_000) + pages * PAGE_MS;
    const answer = await pool.finish({ request, timeoutMs, requester, size: pages }, 'text finder');
    return answer.kind === 'outcome' ? answer.outcome : null;
  };
  return {
    find: async (requester, { pages, ...request }) => {
      const outcome = await ask(requester, request, pages);
      return outcome?.kind === 'anchors' ? outcome.anchors : null;
    },
    searchText: async (requester, { pages, ...source }) => {
      const outcome = await ask(requester, { ...source, search: true }, pages);
      return outcome?.kind === 'search' ? outcome.text : null;
    },
    lines: async (requester, { pageCount, pages, ...source }) => {
      const outcome = await ask(requester, { ...source, lines: pages }, pageCount);
      return outcome?.kind === 'lines' ? outcome.pages : null;
    },
    quote: async (requester, { pageCount, ...request }) => {
      const outcome = await ask(requester, request, pageCount);
      return outcome?.kind === 'quote' ? outcome.text : null;
    },
    compare: async (requester, { pageCount, ...request }) => {
      const outcome = await ask(requester, request, pageCount);
      return outcome?.kind === 'compared' ? outcome.compared : null;
    },
    close: () => pool.close(),
  };
}
