import { DocumentPool } from '#server/process/document-pool.ts';
import type { Requester } from '#server/process/requester.ts';
import type { DrawOutcome, DrawRequest } from './draw-first-page.ts';

/** Draws the first pages of documents outside this process, and keeps the last pictures. */
export interface PagePictures {
  /**
   * Returns the first page of a prepared PDF as a small PNG; null if it can't be drawn, or not in time. `read` passes the PDF as a
   * local file, unless its picture is known. Refuses with `rate_limited` if too many of an organization are waiting.
   * @throws if the file can't be read, or the pool is closed
   */
  first(
    requester: Requester,
    document: {
      readonly sha256: string;
      readonly read: <T>(use: (path: string) => Promise<T>) => Promise<T>;
    },
  ): Promise<Uint8Array | null>;
  close(): Promise<void>;
}

export interface PictureOptions {
  /** Resident memory at which the process is killed, in bytes. Default 768 MiB. */
  readonly memoryBytes?: number;
  /** Per document, in milliseconds. Default 5,000: by then its reader has the document. */
  readonly timeoutMs?: number;
  /** How many requests of an organization may wait. Default 100. */
  readonly waitingMax?: number;
  /** The program to run; tests replace it. */
  readonly program?: URL;
}

/** Of at most 60 kB each. Everyone who signs a document sees the same first page. */
const MOST_KEPT = 200;

/** Opens a process that is started on first use. If it hangs, crashes or grows too large, it is replaced. */
export function openPagePictures(options: PictureOptions = {}): PagePictures {
  const kept = new Map<string, Promise<Uint8Array | null>>();
  const pool = new DocumentPool<DrawRequest, DrawOutcome>({
    program: options.program ?? new URL('./picture-process.ts', import.meta.url),
    processes: 1,
    waitingMax: options.waitingMax ?? 100,
    keepsOneReady: false,
    files: ({ path }) => ({ reads: [path], writes: [] }),
    memoryBytes: options.memoryBytes ?? 768 * 1024 * 1024,
  });
  const draw = async (requester: Requester, path: string) => {
    const work = { request: { path }, timeoutMs: options.timeoutMs ?? 5_000, requester, size: 1 };
    const answer = await pool.finish(work, 'page pictures');
    return answer.kind === 'outcome' ? answer.outcome.png : null;
  };
  return {
    first: (requester, { sha256, read }) => {
      const known = kept.get(sha256);
      kept.delete(sha256);
      const picture = known ?? read((path) => draw(requester, path));
      kept.set(sha256, picture);
      for (const oldest of kept.keys()) {
        if (kept.size <= MOST_KEPT) break;
        kept.delete(oldest);
      }
      // A page that took too long may be faster when fewer others are drawn.
      const forget = () => kept.get(sha256) === picture && kept.delete(sha256);
      picture.then((png) => png === null && forget(), forget);
      return picture;
    },
    close: () => pool.close(),
  };
}
