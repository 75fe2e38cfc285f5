import { drawPage } from '#ui/pdf/page-painter.ts';
import { openPdf, type PdfDocument } from '#ui/pdf/pdf-document.ts';
import { type Area, findFirstDifference, type Pixels, getSurroundings } from './page-difference.ts';

/** A change as it appears in one of the two files. */
type Side = {
  readonly picture: HTMLCanvasElement;
  /** The text at the place of the change, for people who can't see the picture. */
  readonly text: string;
};

/** How a copy looks different from the sealed file. */
export type Comparison = {
  readonly sealedPages: number;
  readonly copyPages: number;
  /** The first visible change; null if all pages look the same. */
  readonly change: {
    readonly page: number;
    /** The area of the change and its surroundings. */
    readonly area: Area;
    readonly sealed: Side;
    readonly copy: Side;
  } | null;
  /** The number of other pages that look different. */
  readonly otherPages: number;
};

type Page = Awaited<ReturnType<PdfDocument['page']>>;

/** Pages beyond this number aren't compared. */
const MAX_PAGES = 200;
const COMPARED_WIDTH_PX = 500;
const SHOWN_WIDTH_PX = 340;

/** Compares what the pages of two files look like. Rejects if one of the files can't be drawn. */
export async function compareCopies(sealedBytes: Uint8Array, copyBytes: Uint8Array): Promise<Comparison> {
  const sealed = await openPdf(sealedBytes, { isQuiet: true });
  try {
    const copy = await openPdf(copyBytes, { isQuiet: true });
    try {
      return await compare(sealed, copy);
    } finally {
      await copy.close();
    }
  } finally {
    await sealed.close();
  }
}

async function compare(sealed: PdfDocument, copy: PdfDocument): Promise<Comparison> {
  let first: { readonly page: number; readonly area: Area } | null = null;
  let otherPages = 0;
  const count = Math.min(sealed.pageCount, copy.pageCount, MAX_PAGES);
  for (let page = 1; page <= count; page += 1) {
    const area = findFirstDifference(await readPixels(sealed, page), await readPixels(copy, page));
    if (area === null) continue;
    if (first === null) first = { page, area };
    else otherPages += 1;
  }
  return {
    sealedPages: sealed.pageCount,
    copyPages: copy.pageCount,
    change: first && (await describeChange(sealed, copy, first)),
    otherPages,
  };
}

async function describeChange(
  sealed: PdfDocument,
  copy: PdfDocument,
  { page, area }: { readonly page: number; readonly area: Area },
): Promise<Comparison['change']> {
  const { width, height } = await copy.pageSize(page);
  const shown = getSurroundings(area, height / width);
  return {
    page,
    area: shown,
    sealed: await drawSide(sealed, page, shown),
    copy: await drawSide(copy, page, shown),
  };
}

async function readPixels(pdf: PdfDocument, number: number): Promise<Pixels> {
  const canvas = await drawCanvas(await pdf.page(number), COMPARED_WIDTH_PX);
  return requireContext(canvas).getImageData(0, 0, canvas.width, canvas.height);
}

async function drawCanvas(page: Page, widthPx: number): Promise<HTMLCanvasElement> {
  const canvas = document.createElement('canvas');
  // pdf.js takes the direction of text from the canvas and would mirror a document on a right-to-left page.
  canvas.dir = 'ltr';
  await drawPage(page, { canvas, widthPx }).done;
  return canvas;
}

async function drawSide(pdf: PdfDocument, number: number, shown: Area): Promise<Side> {
  const page = await pdf.page(number);
  const whole = await drawCanvas(page, SHOWN_WIDTH_PX / shown.width);
  const picture = document.createElement('canvas');
  picture.width = Math.round(whole.width * shown.width);
  picture.height = Math.round(whole.height * shown.height);
  requireContext(picture).drawImage(whole, -whole.width * shown.left, -whole.height * shown.top);
  picture.style.width = '100%';
  return { picture, text: await readText(page, shown) };
}

async function readText(page: Page, { left, top, width, height }: Area): Promise<string> {
  const viewport = page.getViewport({ scale: 1 });
  const { items } = await page.getTextContent();
  return items
    .flatMap((item) => {
      if (!('str' in item)) return [];
      const [x = 0, y = 0] = viewport.convertToViewportPoint(item.transform[4], item.transform[5]);
      const [fromLeft, fromTop] = [x / viewport.width, y / viewport.height];
      const isInside =
        fromTop >= top &&
        fromTop <= top + height &&
        fromLeft <= left + width &&
        fromLeft + item.width / viewport.width >= left;
      return isInside ? [item.str] : [];
    })
    .join(' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function requireContext(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('no canvas');
  return context;
}
