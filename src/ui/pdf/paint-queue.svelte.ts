import { SvelteMap, SvelteSet } from 'svelte/reactivity';
import { drawPage, layText, type PaintedPage } from './page-painter.ts';
import type { PdfDocument } from './pdf-document.ts';

/** A page to show, and its width on the screen (CSS pixels). */
export type WantedPage = { readonly number: number; readonly width: number };

/** A rendered page: its picture and, once there was time to render it, its text, both for the given width. */
export type PaintedSheet = {
  readonly canvas: HTMLCanvasElement;
  readonly text: HTMLElement | null;
  readonly width: number;
};

type Job = { readonly page: WantedPage; readonly kind: 'picture' | 'text'; cancel: () => void };

/** How long scrolling must pause after a jump before pages are rendered, in milliseconds. */
const REST_MS = 90;

/**
 * Pictures are cached up to this many pixels in total (four bytes each), so that scrolling back shows them
 * right away.
 */
const KEPT_PIXELS = 24_000_000;

/**
 * Renders requested pages one at a time and in order, with pictures before text. Cancels pages that are no
 * longer requested, and reuses canvases.
 */
export class PaintQueue {
  readonly painted = new SvelteMap<number, PaintedSheet>();
  readonly failed = new SvelteSet<number>();
  readonly #pdf: PdfDocument;
  readonly #spare: HTMLCanvasElement[] = [];
  #wanted: readonly WantedPage[] = [];
  #job: Job | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;
  readonly #withText: boolean;

  constructor(pdf: PdfDocument, { withText = true }: { readonly withText?: boolean } = {}) {
    this.#pdf = pdf;
    this.#withText = withText;
  }

  /**
   * Sets the requested pages, most urgent first. After a jump, it waits briefly in case another jump follows.
   */
  want(pages: readonly WantedPage[], { leapt }: { readonly leapt: boolean }): void {
    this.#wanted = pages;
    if (this.#job !== null && !pages.some((page) => isSame(page, this.#job?.page))) this.#stop();
    if (leapt) this.#startLater(REST_MS);
    else if (this.#timer === undefined) this.#startNext();
  }

  /** Stops all work and releases the pictures. */
  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#stop();
    this.painted.clear();
  }

  #startLater(delayMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#startNext();
    }, delayMs);
  }

  #startNext(): void {
    if (this.#closed || this.#job !== null) return;
    const next = this.#nextJob();
    if (next === null) return;
    this.#job = next;
    void this.#do(next).finally(() => {
      if (this.#job !== next) return;
      this.#job = null;
      this.#dropUnwanted();
      // Leaves time for a frame between two pages, so that anything scrolled in the meantime is drawn first.
      this.#startLater(0);
    });
  }

  #nextJob(): Job | null {
    const open = this.#wanted.filter(({ number }) => !this.failed.has(number));
    const cancel = () => {};
    const picture = open.find(({ number, width }) => this.painted.get(number)?.width !== width);
    if (picture !== undefined) return { page: picture, kind: 'picture', cancel };
    if (!this.#withText) return null;
    const text = open.find(({ number }) => this.painted.get(number)?.text === null);
    return text === undefined ? null : { page: text, kind: 'text', cancel };
  }

  async #do(job: Job): Promise<void> {
    const { number, width } = job.page;
    try {
      const page = await this.#pdf.page(number);
      if (this.#job !== job) return;
      if (job.kind === 'picture') {
        const canvas = this.#spare.pop() ?? createCanvas();
        if (!(await this.#finished(job, drawPage(page, { canvas, widthPx: width }))))
          return this.#reuse(canvas);
        const before = this.painted.get(number);
        this.painted.set(number, { canvas, text: null, width });
        if (before !== undefined) this.#reuse(before.canvas);
      } else {
        const text = document.createElement('div');
        text.dir = 'ltr';
        text.className = 'pdf-text';
        if (!(await this.#finished(job, layText(page, { text, widthPx: width })))) return;
        const picture = this.painted.get(number);
        if (picture !== undefined) this.painted.set(number, { ...picture, text });
      }
    } catch (error) {
      if (this.#closed) return;
      this.failed.add(number);
      console.error(`page ${number} cannot be drawn`, error);
    }
  }

  async #finished(job: Job, work: PaintedPage): Promise<boolean> {
    job.cancel = work.cancel;
    await work.done;
    return this.#job === job;
  }

  #stop(): void {
    const job = this.#job;
    this.#job = null;
    job?.cancel();
  }

  #dropUnwanted(): void {
    const wanted = new Set(this.#wanted.map(({ number }) => number));
    let pixels = 0;
    for (const { canvas } of this.painted.values()) pixels += canvas.width * canvas.height;
    for (const [number, { canvas }] of this.painted) {
      if (pixels <= KEPT_PIXELS) return;
      if (wanted.has(number)) continue;
      pixels -= canvas.width * canvas.height;
      this.painted.delete(number);
      this.#reuse(canvas);
    }
  }

  #reuse(canvas: HTMLCanvasElement): void {
    if (this.#spare.length < 3) this.#spare.push(canvas);
  }
}

function isSame(one: WantedPage, other: WantedPage | undefined): boolean {
  return one.number === other?.number && one.width === other.width;
}

function createCanvas(): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  // pdf.js takes the direction of text from the canvas and would mirror a document on a right-to-left page.
  canvas.dir = 'ltr';
  canvas.setAttribute('aria-hidden', 'true');
  return canvas;
}
