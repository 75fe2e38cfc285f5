import type { PagePicture, PdfDocument } from '../pdf/pdf-document.ts';
import { decodePicture } from './page-picture.ts';
import type { SignerOperations } from './signer-api.ts';

/** The width that is assumed for a page of unknown size, in points. It's the width of US Letter. */
const USUAL_WIDTH = 612;

/** The server's pictures of the pages that the browser can't draw, or not yet. Each picture is fetched once. */
export class PagePictures {
  readonly #api: Pick<SignerOperations, 'pagePicture'>;
  readonly #isOwn: (sha256: string | null) => boolean;
  readonly #pictures = new Map<string, Promise<PagePicture | null>>();

  /** `isOwn` tells whether a hash is that of the document. Pictures of another document aren't shown. */
  constructor(api: Pick<SignerOperations, 'pagePicture'>, isOwn: (sha256: string | null) => boolean) {
    this.#api = api;
    this.#isOwn = isOwn;
  }

  /**
   * Returns the picture of a page, or null if there is none or it can't be loaded right now. One that `isSmall` is
   * there sooner.
   */
  get(number: number, isSmall = false): Promise<PagePicture | null> {
    const key = `${number} ${isSmall}`;
    const picture = this.#pictures.get(key) ?? this.#fetch(number, isSmall);
    this.#pictures.set(key, picture);
    void picture.then((found) => found === null && this.#pictures.delete(key));
    return picture;
  }

  /**
   * Returns a document that consists of pictures only, for a browser that can't open the PDF. Returns null if
   * there are no pictures.
   */
  async document(pageCount: number): Promise<PdfDocument | null> {
    const first = await this.get(1);
    if (first === null) return null;
    const firstPageSize = { width: USUAL_WIDTH, height: USUAL_WIDTH * first.ratio };
    return {
      pageCount,
      firstPageSize,
      pagePicture: (number) => this.get(number),
      page: () => Promise.reject(new Error('the document was not opened')),
      // The actual size only becomes known when the picture is loaded.
      pageSize: () => Promise.resolve(firstPageSize),
      close: () => Promise.resolve(),
    };
  }

  /** Frees the pictures. */
  close(): void {
    for (const picture of this.#pictures.values())
      void picture.then((found) => found !== null && URL.revokeObjectURL(found.url));
    this.#pictures.clear();
  }

  async #fetch(number: number, isSmall: boolean): Promise<PagePicture | null> {
    const found = await this.#api.pagePicture(number, isSmall);
    return found === null || !this.#isOwn(found.sha256) ? null : decodePicture(found.png);
  }
}
