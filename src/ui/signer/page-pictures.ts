import type { PagePicture, PdfDocument } from '../pdf/pdf-document.ts';
import type { SignerOperations } from './signer-api.ts';

/** The width of a page whose size nobody knows, in points: that of US Letter. */
const USUAL_WIDTH = 612;

/** The server's pictures of pages that the browser can't draw, each fetched once. */
export class PagePictures {
  readonly #api: Pick<SignerOperations, 'pagePicture'>;
  readonly #pictures = new Map<number, Promise<PagePicture | null>>();

  constructor(api: Pick<SignerOperations, 'pagePicture'>) {
    this.#api = api;
  }

  /** Returns the picture of a page; null if there is none, or none now. */
  get(number: number): Promise<PagePicture | null> {
    const picture = this.#pictures.get(number) ?? this.#fetch(number);
    this.#pictures.set(number, picture);
    void picture.then((found) => found === null && this.#pictures.delete(number));
    return picture;
  }

  /** Returns a document of pictures only, for a browser that can't open the PDF; null if there are none. */
  async document(pageCount: number): Promise<PdfDocument | null> {
    const first = await this.get(1);
    if (first === null) return null;
    const firstPageSize = { width: USUAL_WIDTH, height: USUAL_WIDTH * first.ratio };
    return {
      pageCount,
      firstPageSize,
      pagePicture: (number) => this.get(number),
      page: () => Promise.reject(new Error('the document was not opened')),
      // Learned when the picture is there.
      pageSize: () => Promise.resolve(firstPageSize),
      close: () => Promise.resolve(),
    };
  }

  /** Frees them. */
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
