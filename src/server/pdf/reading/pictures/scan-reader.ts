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
      /** The SHA-256 of the PDF: pages that were read a while ago aren't read again. */
      readonly sha256: string;
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

/** Fields, the search and contract data need the same pages, so this many are kept. A page takes about 0.2 MB. */
const MOST_KEPT = 120;

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
  const readPages = async (requester: Requester, request: ScanRequest): Promise<readonly PageFacts[]> => {
    const { pages } = request;
    const timeoutMs = pageMs * pages.length;
    const answer = await pool.finish({ request, timeoutMs, requester, size: pages.length }, 'scan reader');
    if (answer.kind === 'outcome') return answer.outcome;
    // A page that takes too long or breaks the process mustn't cost the others.
    if (pages.length === 1) return [];
    const alone: PageFacts[] = [];
    for (const page of pages) alone.push(...(await readPages(requester, { ...request, pages: [page] })));
    return alone;
  };
  const kept = new Map<string, PageFacts>();
  const keep = (key: string, page: PageFacts) => {
    kept.set(key, page);
    for (const oldest of kept.keys()) {
      if (kept.size <= MOST_KEPT) return;
      kept.delete(oldest);
    }
  };
  /** Documents that are being read. Others that need the same one wait for what is found. */
  const running = new Map<string, Promise<readonly PageFacts[]>>();
  return {
    read: async (requester, { preparedPath, sha256, pages, languages }) => {
      const models = chooseModels(languages);
      const document = [requester.organizationId, sha256, ...models].join(' ');
      const earlier = running.get(document);
      const readMissing = async (): Promise<readonly PageFacts[]> => {
        await Promise.allSettled([earlier]);
        const found: PageFacts[] = [];
        const missing: number[] = [];
        for (const number of choosePages(pages)) {
          const page = kept.get(`${document} ${number}`);
          if (page === undefined) missing.push(number);
          else found.push(page);
        }
        let [tried, failed] = [0, 0];
        while (tried < missing.length && failed < MOST_FAILURES) {
          const some = missing.slice(tried, tried + PAGES_AT_ONCE);
          const read = await readPages(requester, { preparedPath, pages: some, models });
          for (const page of read) keep(`${document} ${page.number}`, page);
          found.push(...read);
          tried += some.length;
          failed += some.length - read.length;
        }
        return found;
      };
      const reading = readMissing();
      running.set(document, reading);
      try {
        return await reading;
      } finally {
        if (running.get(document) === reading) running.delete(document);
      }
    },
    close: () => pool.close(),
  };
}

function choosePages(pages: readonly number[]): readonly number[] {
  if (pages.length <= MOST_FIRST + MOST_LAST) return pages;
  return [...pages.slice(0, MOST_FIRST), ...pages.slice(-MOST_LAST)];
}
