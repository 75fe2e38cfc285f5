import { SvelteMap } from 'svelte/reactivity';
import type { PageSize, PdfDocument } from './pdf-document.ts';

const SIZES_AT_A_TIME = 20;

/**
 * The sizes of a document's pages, which are read in the background. Until a page's size is read, it has the
 * size of the first page.
 */
export class PageSizes {
  readonly #pdf: PdfDocument;
  /** The sizes of pages that differ from the first page's. */
  readonly #others = new SvelteMap<number, PageSize>();

  constructor(pdf: PdfDocument) {
    this.#pdf = pdf;
  }

  of(number: number): PageSize {
    return this.#others.get(number) ?? this.#pdf.firstPageSize;
  }

  /** Reads all sizes. Calling the returned function stops it. */
  read(): () => void {
    let gone = false;
    void this.#read(() => gone);
    return () => (gone = true);
  }

  async #read(isGone: () => boolean): Promise<void> {
    const { pageCount } = this.#pdf;
    for (let from = 2; from <= pageCount && !isGone(); from += SIZES_AT_A_TIME) {
      const length = Math.min(SIZES_AT_A_TIME, pageCount - from + 1);
      try {
        const read = await Promise.all(
          Array.from({ length }, (_, index) => this.#pdf.pageSize(from + index)),
        );
        if (isGone()) return;
        for (const [index, size] of read.entries()) this.#learn(from + index, size);
      } catch (error) {
        if (!isGone()) console.error(`the sizes of pages ${from} and on cannot be read`, error);
      }
    }
  }

  #learn(number: number, size: PageSize): void {
    const known = this.of(number);
    if (known.width !== size.width || known.height !== size.height) this.#others.set(number, size);
  }
}
