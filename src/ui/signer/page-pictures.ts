import type { PagePicture, PdfDocument } from '../pdf/pdf-document.ts';
import type { SignerOperations } from './signer-api.ts';

/** The width that is assumed for a page of unknown size, in points. It's the width of US Letter. */
const USUAL_WIDTH = 612;

/** The server's pictures of pages that the browser can't draw. Each picture is fetched once. */
export class PagePictures {
  readonly #api: Pick<SignerOperations, 'pagePicture'>;
  readonly #pictures = new Map<number, Promise<PagePicture | null>>();

  constructor(api: Pick<SignerOperations, 'pagePicture'>) {
    this.#api = api;
  }

  /** Returns the picture of a page, or null if there is none or it can't be loaded right now. */
  get(number: number): Promise<PagePicture | null> {
    const picture = this.#pictures.get(number) ?? this.#fetch(number);
    this.#pictures.set(number, picture);
    void picture.then((found) => found === null && this.#pictures.delete(number));
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

  async #fetch(number: number): Promise<PagePicture | null> {
    const png = await this.#api.pagePicture(number);
    if (png === null) return null;
    const url = URL.createObjectURL(png);
    const image = new Image();
    image.src = url;
    try {
      await image.decode();
      return { url, ratio: image.naturalHeight / image.naturalWidth };
    } catch {
      URL.revokeObjectURL(url);
      return null;
    }
  }
}
