import { createHash } from 'node:crypto';
import { DocumentPool } from '#server/process/document-pool.ts';
import type { Requester } from '#server/process/requester.ts';
import type { DrawPageRequest, PagePicture } from './draw-page.ts';
import type { DrawSmallRequest } from './draw-small-page.ts';

/** Keeps the most recently used pictures, including those still being drawn. */
class KeptPictures<Picture> {
  readonly #most: number;
  readonly #kept = new Map<string, Promise<Picture | null>>();

  /** Keeps at most `most` pictures. */
  constructor(most: number) {
    this.#most = most;
  }

  /** Returns the picture for a key, and draws it if it isn't kept. */
  get(key: string, draw: () => Promise<Picture | null>): Promise<Picture | null> {
    const picture = this.#kept.get(key) ?? draw();
    this.#kept.delete(key);
    this.#kept.set(key, picture);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= this.#most) break;
      this.#kept.delete(oldest);
    }
    // A page that took too long may be faster when fewer other pages are being drawn.
    const forget = () => this.#kept.get(key) === picture && this.#kept.delete(key);
    picture.then((drawn) => drawn === null && forget(), forget);
    return picture;
  }
}

/** A PDF to draw. `read` passes it as a local file, and is only called if the picture isn't kept. */
interface PicturedDocument {
  readonly sha256: string;
  readonly read: <T>(use: (path: string) => Promise<T>) => Promise<T>;
}

/** Draws pages of documents outside this process, and keeps the most recent pictures. */
export interface PagePictures {
  /**
   * Returns a page, which counts from 1, as a small PNG; null if it can't be drawn, or not in time. Refuses with
   * `rate_limited` if too many requests of an organization are waiting.
   * @throws if the file can't be read, or the pool is closed
   */
  small(requester: Requester, document: PicturedDocument, page: number): Promise<Uint8Array | null>;
  /**
   * Like `small`, but with numbered boxes drawn on the page. The picture is at most 1,200 pixels wide and, by
   * default, at most 200 kB.
   */
  page(
    requester: Requester,
    document: PicturedDocument,
    drawn: Omit<DrawPageRequest, 'path'>,
  ): Promise<PagePicture | null>;
  close(): Promise<void>;
}

export interface PictureOptions {
  /** Resident memory at which a process is killed, in bytes. Default 768 MiB. */
  readonly memoryBytes?: number;
  /**
   * Time limit for a small picture, in milliseconds; others get three times as long. Default 5,000: by then
   * the reader has the document itself.
   */
  readonly timeoutMs?: number;
  /** How many requests of an organization may wait. Default 100. */
  readonly waitingMax?: number;
  /** The program to run; tests replace it. */
  readonly program?: URL;
}

type Outcome =
  | { readonly kind: 'small'; readonly png: Uint8Array | null }
  | { readonly kind: 'page'; readonly picture: PagePicture | null };

/** Each has at most 60 kB. Everyone who signs a document first sees the same pages. */
const MOST_SMALL_KEPT = 200;
/** Each has at most 1.5 MB, and most have less than 200 kB. */
const MOST_PAGES_KEPT = 60;

/** Within an organization, small pictures are drawn before others because a signer is waiting for them. */
const SMALL = { size: 1, share: 1 };
const ANY = { size: 2, share: 3 };

/**
 * Opens a pool of two processes, started on first use. With two, an agent that looks through a document
 * doesn't hold up signers. A process that hangs, crashes or grows too large is replaced.
 */
export function openPagePictures(options: PictureOptions = {}): PagePictures {
  const smallKept = new KeptPictures<Uint8Array>(MOST_SMALL_KEPT);
  const pagesKept = new KeptPictures<PagePicture>(MOST_PAGES_KEPT);
  const pool = new DocumentPool<DrawSmallRequest | DrawPageRequest, Outcome>({
    program: options.program ?? new URL('./picture-process.ts', import.meta.url),
    processes: 2,
    waitingMax: options.waitingMax ?? 100,
    files: ({ path }) => ({ reads: [path], writes: [] }),
    memoryBytes: options.memoryBytes ?? 768 * 1024 * 1024,
  });
  const draw = async (
    requester: Requester,
    request: DrawSmallRequest | DrawPageRequest,
    { size, share }: typeof SMALL,
  ) => {
    const timeoutMs = (options.timeoutMs ?? 5_000) * share;
    const answer = await pool.finish({ request, timeoutMs, requester, size }, 'page pictures');
    return answer.kind === 'outcome' ? answer.outcome : null;
  };
  return {
    small: (requester, { sha256, read }, smallPage) =>
      smallKept.get(`${sha256} ${smallPage}`, async () => {
        const outcome = await read((path) => draw(requester, { path, smallPage }, SMALL));
        return outcome?.kind === 'small' ? outcome.png : null;
      }),
    page: (requester, { sha256, read }, drawn) =>
      pagesKept.get(buildPictureKey(sha256, drawn), async () => {
        const outcome = await read((path) => draw(requester, { path, ...drawn }, ANY));
        return outcome?.kind === 'page' ? outcome.picture : null;
      }),
    close: () => pool.close(),
  };
}

function buildPictureKey(sha256: string, drawn: Omit<DrawPageRequest, 'path'>): string {
  const { page, width, boxes, mostBytes = null } = drawn;
  return createHash('sha256')
    .update(JSON.stringify([sha256, page, width, boxes, mostBytes]))
    .digest('base64');
}
