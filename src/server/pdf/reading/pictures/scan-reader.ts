import type { Language } from '#domain/language.ts';
import type { PageFacts } from '#reading/page/page-facts.ts';
import { DocumentPool } from '#server/process/document-pool.ts';
import type { Requester } from '#server/process/requester.ts';
import type { ScanRequest } from './read-scans.ts';
import { chooseModels } from './reading-languages.ts';

/** Reads the words in the pictures of scanned pages, outside this process. */
export interface ScanReader {
  /**
   * Reads pages of a PDF and returns those that could be read, in any order.
   * @throws if the machine is too busy or the reader is closed
   */
  read(
    requester: Requester,
    document: {
      readonly preparedPath: string;
      readonly pages: readonly number[];
      readonly languages: readonly Language[];
    },
  ): Promise<readonly PageFacts[]>;
  close(): Promise<void>;
}

export interface ScanReaderOptions {
  /** How many documents are read at the same time. */
  readonly workers: number;
  /** The program to run; tests replace it. */
  readonly program?: URL;
  /** Time limit per page, in milliseconds. Default 20,000. */
  readonly pageMs?: number;
}

/**
 * A process gets this many pages at a time, which it reads before another organization would take its turn.
 */
const PAGES_AT_ONCE = 2;

/** Of a longer document, this many pages at its beginning and end are read, where parties and signatures are. */
const MOST_FIRST = 20;
const MOST_LAST = 40;

/** After this many pages that can't be read, a document's others aren't tried. */
const MOST_FAILURES = 3;

/** The time a page takes at most, and the memory of a process. */
const PAGE_MS = 20_000;
const MEMORY_BYTES = 1024 * 1024 * 1024;

/** Opens a pool of processes, started on demand. */
export function openScanReader({ workers, program, pageMs = PAGE_MS }: ScanReaderOptions): ScanReader {
  const pool = new DocumentPool<ScanRequest, readonly PageFacts[]>({
    program: program ?? new URL('./scan-process.ts', import.meta.url),
    processes: workers,
    files: ({ preparedPath }) => ({ reads: [preparedPath], writes: [] }),
    memoryBytes: MEMORY_BYTES,
  });
  const read = async (requester: Requester, request: ScanRequest): Promise<readonly PageFacts[]> => {
    const { pages } = request;
    const timeoutMs = pageMs * pages.length;
    const answer = await pool.finish({ request, timeoutMs, requester, size: pages.length }, 'scan reader');
    if (answer.kind === 'outcome') return answer.outcome;
    // A page that takes too long or breaks the process mustn't cost the others.
    if (pages.length === 1) return [];
    const alone: PageFacts[] = [];
    for (const page of pages) alone.push(...(await read(requester, { ...request, pages: [page] })));
    return alone;
  };
  return {
    read: async (requester, { preparedPath, pages, languages }) => {
      const models = chooseModels(languages);
      const chosen = choosePages(pages);
      const found: PageFacts[] = [];
      let tried = 0;
      while (tried < chosen.length && tried - found.length < MOST_FAILURES) {
        const some = chosen.slice(tried, tried + PAGES_AT_ONCE);
        found.push(...(await read(requester, { preparedPath, pages: some, models })));
        tried += some.length;
      }
      return found;
    },
    close: () => pool.close(),
  };
}

function choosePages(pages: readonly number[]): readonly number[] {
  if (pages.length <= MOST_FIRST + MOST_LAST) return pages;
  return [...pages.slice(0, MOST_FIRST), ...pages.slice(-MOST_LAST)];
}
