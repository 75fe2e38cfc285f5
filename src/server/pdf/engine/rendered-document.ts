import type { Pdfium } from './pdfium.ts';

/** Which part of a page to render: only its own content, or annotations and form fields as well. */
export type RenderedPart = 'content' | 'annotations' | 'form';

/** A size in pixels or points. */
export type Size = { readonly width: number; readonly height: number };

/** One byte per pixel, 0 for black. */
export type GrayPixels = Size & { readonly values: Uint8Array };

/** Four bytes per pixel: red, green, blue, and 255. */
export type ColorPixels = Size & { readonly values: Uint8Array };

/** The format of a bitmap, how to render into it, and its bytes per pixel. */
type Colors = { readonly format: number; readonly flags: number; readonly bytes: number };
/** FPDFBitmap_Gray and FPDF_GRAYSCALE; FPDFBitmap_BGRA and FPDF_REVERSE_BYTE_ORDER. */
const GRAY: Colors = { format: 1, flags: 8, bytes: 1 };
const COLOR: Colors = { format: 4, flags: 16, bytes: 4 };
/** FPDF_ANNOT. */
const ANNOTATIONS = 1;
/** What a page is painted on. */
const GROUNDS = { white: 0xffffffff, black: 0xff000000 } as const;
export type Ground = keyof typeof GROUNDS;

/** A part of a picture, in pixels from the top left. */
export type Cutout = Size & { readonly x: number; readonly y: number };

type Rendering = {
  readonly size: Size;
  readonly cutout: Cutout;
  readonly limitMs: number;
  readonly colors: Colors;
  readonly ground: Ground;
};

/** FPDF_PAGEOBJ_FORM. */
const FORM = 5;

/** How many pages are looked for if the page tree's count is wrong. */
const MOST_COUNTED = 3_000;

/** FPDF_RENDER_DONE. */
const DONE = 2;

/** A document that is opened in PDFium for rendering. It must be closed after use. */
export class RenderedDocument {
  readonly #library: Pdfium;
  readonly #document: number;
  readonly #formInfo: number;
  readonly #form: number;
  #page: { readonly index: number; readonly pointer: number } | null = null;

  private constructor(library: Pdfium, document: number) {
    this.#library = library;
    this.#document = document;
    const { api } = library;
    // Without a form environment, PDFium draws no form fields.
    this.#formInfo = api.PDFiumExt_OpenFormFillInfo();
    this.#form = api.PDFiumExt_InitFormFillEnvironment(document, this.#formInfo);
    if (this.#form !== 0) api.FPDF_SetFormFieldHighlightAlpha(this.#form, 0);
  }

  /**
   * Opens a document of `length` bytes that is in PDFium's memory and must stay there. Returns null if PDFium
   * can't open it.
   */
  static open(library: Pdfium, file: number, length: number): RenderedDocument | null {
    const document = library.api.FPDF_LoadMemDocument(file, length, 0);
    return document === 0 ? null : new RenderedDocument(library, document);
  }

  get pageCount(): number {
    return this.#library.api.FPDF_GetPageCount(this.#document);
  }

  /**
   * Returns the positions of the `expected` pages among the pages that PDFium counts. PDFium counts what the
   * page tree says, so some of those pages may not exist. Returns null if it shows more pages, or fewer and
   * `isPartial` isn't set.
   */
  findPlaces(expected: number, isPartial: boolean): readonly number[] | null {
    const count = this.pageCount;
    if (count === expected) return Array.from({ length: count }, (_, index) => index);
    const places: number[] = [];
    for (let index = 0; index < Math.min(count, MOST_COUNTED); index += 1)
      if (this.#load(index) !== 0) places.push(index);
    return places.length === expected || (isPartial && places.length < expected) ? places : null;
  }

  /** Returns the visible size of a page in units of user space; null if PDFium can't load it. */
  size(index: number): Size | null {
    const page = this.#load(index);
    if (page === 0) return null;
    const { api } = this.#library;
    return { width: api.FPDF_GetPageWidthF(page), height: api.FPDF_GetPageHeightF(page) };
  }

  hasAnnotations(index: number): boolean {
    const page = this.#load(index);
    return page !== 0 && this.#library.api.FPDFPage_GetAnnotCount(page) > 0;
  }

  /** Returns the number of the page's object; 0 if it has none. */
  objectNumber(index: number): number {
    return this.#library.api.EPDFDoc_GetPageObjectNumberByIndex(this.#document, index);
  }

  /**
   * Until another page is used, shows only the form that the page paints last, or everything but this form,
   * or everything. Returns false if the page doesn't end with a form.
   */
  show(index: number, shown: 'form' | 'rest' | 'all'): boolean {
    const { api } = this.#library;
    const page = this.#load(index);
    const last = page === 0 ? -1 : api.FPDFPage_CountObjects(page) - 1;
    if (last < 0 || api.FPDFPageObj_GetType(api.FPDFPage_GetObject(page, last)) !== FORM) return false;
    for (let at = 0; at <= last; at += 1) {
      const isShown = shown === 'all' || (shown === 'form') === (at === last);
      api.FPDFPageObj_SetIsActive(api.FPDFPage_GetObject(page, at), Number(isShown));
    }
    return true;
  }

  /**
   * Renders a page of `size` in gray, or only a part of the picture. Null if that fails or takes longer than
   * `limitMs`.
   */
  render(
    index: number,
    part: RenderedPart,
    size: Size,
    limitMs: number,
    { ground = 'white', cutout = toWhole(size) }: { readonly ground?: Ground; readonly cutout?: Cutout } = {},
  ): GrayPixels | null {
    return this.#render(index, part, { size, cutout, limitMs, colors: GRAY, ground });
  }

  /** Renders a page like `render`, but in color. */
  renderInColor(index: number, part: RenderedPart, size: Size, limitMs: number): ColorPixels | null {
    return this.#render(index, part, {
      size,
      cutout: toWhole(size),
      limitMs,
      colors: COLOR,
      ground: 'white',
    });
  }

  #render(
    index: number,
    part: RenderedPart,
    { size, cutout, limitMs, colors, ground }: Rendering,
  ): ColorPixels | null {
    const { api } = this.#library;
    const { width, height } = cutout;
    const page = this.#load(index);
    const bitmap = page === 0 ? 0 : api.FPDFBitmap_CreateEx(width, height, colors.format, 0, 0);
    if (bitmap === 0) return null;
    try {
      api.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, GROUNDS[ground]);
      const flags = colors.flags | (part === 'content' ? 0 : ANNOTATIONS);
      const place = [-cutout.x, -cutout.y, size.width, size.height, 0, flags];
      const finished = this.#paint(page, [bitmap, page, ...place], limitMs);
      if (!finished) return null;
      if (part === 'form' && this.#form !== 0) api.FPDF_FFLDraw(this.#form, bitmap, page, ...place);
      return this.#pixels(bitmap, width * colors.bytes, cutout);
    } finally {
      api.FPDFBitmap_Destroy(bitmap);
    }
  }

  close(): void {
    const { api } = this.#library;
    this.#unload();
    if (this.#form !== 0) api.PDFiumExt_ExitFormFillEnvironment(this.#form);
    if (this.#formInfo !== 0) api.PDFiumExt_CloseFormFillInfo(this.#formInfo);
    api.FPDF_CloseDocument(this.#document);
  }

  #paint(page: number, parameters: readonly number[], limitMs: number): boolean {
    const { api, withTimeLimit } = this.#library;
    return withTimeLimit(limitMs, (pause) => {
      const status = api.FPDF_RenderPageBitmap_Start(...parameters, pause);
      api.FPDF_RenderPage_Close(page);
      return status === DONE;
    });
  }

  #pixels(bitmap: number, rowBytes: number, { width, height }: Size): ColorPixels {
    const { api, memory } = this.#library;
    const stride = api.FPDFBitmap_GetStride(bitmap);
    const rows = new Uint8Array(memory(), api.FPDFBitmap_GetBuffer(bitmap), stride * height);
    const values = new Uint8Array(rowBytes * height);
    for (let row = 0; row < height; row += 1)
      values.set(rows.subarray(row * stride, row * stride + rowBytes), row * rowBytes);
    return { width, height, values };
  }

  /** Keeps one page loaded, because its size and pictures are requested one after the other. */
  #load(index: number): number {
    if (this.#page?.index === index) return this.#page.pointer;
    this.#unload();
    const { api } = this.#library;
    const pointer = api.FPDF_LoadPage(this.#document, index);
    if (pointer !== 0 && this.#form !== 0) api.FORM_OnAfterLoadPage(pointer, this.#form);
    this.#page = { index, pointer };
    return pointer;
  }

  #unload(): void {
    const { api } = this.#library;
    const pointer = this.#page?.pointer ?? 0;
    this.#page = null;
    if (pointer === 0) return;
    if (this.#form !== 0) api.FORM_OnBeforeClosePage(pointer, this.#form);
    api.FPDF_ClosePage(pointer);
  }
}

/** Returns the whole of a picture. */
export function toWhole(size: Size): Cutout {
  return { x: 0, y: 0, ...size };
}

/** Copies a file into PDFium's memory while `use` runs. */
export function withFile<Result>(
  { allocate, free, memory }: Pdfium,
  bytes: Uint8Array,
  use: (file: number) => Result,
): Result {
  const file = allocate(bytes.length);
  if (file === 0) throw new RangeError('PDFium has no memory left for a file');
  new Uint8Array(memory(), file, bytes.length).set(bytes);
  try {
    return use(file);
  } finally {
    free(file);
  }
}
