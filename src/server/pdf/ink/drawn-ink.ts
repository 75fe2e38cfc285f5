import { pdfium, discardPdfium } from '#server/pdf/engine/pdfium.ts';
import {
  type GrayPixels,
  RenderedDocument,
  type Size,
  withFile,
} from '#server/pdf/engine/rendered-document.ts';

/** A place that was drawn on: `page` counts from 1, the rest are fractions of the visible page, origin top left. */
export type DrawnBox = {
  readonly page: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

/** What drawing changed. */
export type DrawnInk<Box extends DrawnBox> = {
  /** Boxes in which nothing changed. */
  readonly empty: readonly Box[];
  /** Pages that changed outside their boxes. */
  readonly spilled: readonly number[];
  /** Pages that couldn't be rendered, or not in time. */
  readonly unseen: readonly number[];
};

/** Pixels per point (72 per inch); small pages are enlarged and large ones reduced to these sizes. */
const SCALE = 1;
const LEAST_SIDE = 256;
const MOST_PIXELS = 4_000_000;

/** For one picture and for all of a document, in milliseconds. */
const PICTURE_MS = 1_000;
const DOCUMENT_MS = 5_000;

/** Least sum of gray differences in a box that has ink; a full stop of 11 points has about 300. */
const LEAST_INK = 96;

/** Letters and pen strokes may reach this far out of their box, in points on a Letter page. */
const MARGIN = 2;
const LETTER_WIDTH = 612;

/** Outside the boxes, so many pixels may differ by more than so much: edges that meet ink of a box. */
const SPILLED_PIXELS = 4;
const SPILLED_GRAY = 48;

/**
 * Renders the pages that have boxes without and with what follows the first `presentedLength` bytes, and compares them.
 */
export async function drawnInk<Box extends DrawnBox>(
  bytes: Uint8Array,
  presentedLength: number,
  boxes: readonly Box[],
): Promise<DrawnInk<Box>> {
  const library = await pdfium();
  const found = { empty: [] as Box[], spilled: [] as number[], unseen: [] as number[] };
  const until = performance.now() + DOCUMENT_MS;
  const pages = [...Map.groupBy(boxes, ({ page }) => page)];
  try {
    withFile(library, bytes, (file) => {
      const before = RenderedDocument.open(library, file, presentedLength);
      const after = RenderedDocument.open(library, file, bytes.length);
      try {
        for (const [page, own] of pages) {
          const pictures = performance.now() > until ? null : picturesOf(before, after, page - 1);
          if (pictures === null) found.unseen.push(page);
          else {
            const difference = differenceOf(pictures);
            found.empty.push(...own.filter((box) => !hasInk(difference, box)));
            if (spills(difference, own, pictures.scale)) found.spilled.push(page);
          }
        }
      } finally {
        after?.close();
        before?.close();
      }
    });
    return found;
  } catch (error) {
    // PDFium gave up on a page. Its memory can't be trusted for the next document, but the seal doesn't depend on it.
    if (!(error instanceof WebAssembly.RuntimeError)) throw error;
    discardPdfium();
    return { empty: [], spilled: [], unseen: pages.map(([page]) => page) };
  }
}

/** A page without and with its drawing, and their pixels per unit of the page. */
type Pictures = { readonly one: GrayPixels; readonly other: GrayPixels; readonly scale: number };

function picturesOf(
  before: RenderedDocument | null,
  after: RenderedDocument | null,
  index: number,
): Pictures | null {
  const points = before?.size(index);
  if (!points) return null;
  const size = pixelSize(points);
  const one = before?.render(index, 'annotations', size, PICTURE_MS);
  const other = after?.render(index, 'annotations', size, PICTURE_MS);
  return one && other ? { one, other, scale: size.width / points.width } : null;
}

function pixelSize({ width, height }: Size): Size {
  const wanted = Math.max(SCALE, LEAST_SIDE / Math.max(width, height, 1));
  const scale = Math.min(wanted, Math.sqrt(MOST_PIXELS / Math.max(1, width * height)));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

function differenceOf({ one, other }: Pictures): GrayPixels {
  const values = one.values.map((value, index) => Math.abs(value - (other.values[index] ?? 0)));
  return { width: one.width, height: one.height, values };
}

function hasInk(difference: GrayPixels, box: DrawnBox): boolean {
  let sum = 0;
  eachPixel(difference, box, 0, (index) => (sum += difference.values[index] ?? 0));
  return sum >= LEAST_INK;
}

/** Whether a page changed outside its boxes. */
function spills(difference: GrayPixels, boxes: readonly DrawnBox[], scale: number): boolean {
  const { width, height } = difference;
  const outside = { width, height, values: difference.values.slice() };
  const margin = 1 + MARGIN * Math.max(scale, Math.min(width, height) / LETTER_WIDTH);
  for (const box of boxes) eachPixel(outside, box, margin, (index) => (outside.values[index] = 0));
  return outside.values.reduce((count, value) => count + Number(value > SPILLED_GRAY), 0) > SPILLED_PIXELS;
}

function eachPixel(
  { width, height }: Size,
  box: DrawnBox,
  margin: number,
  visit: (index: number) => void,
): void {
  const left = Math.max(0, Math.floor(box.x * width - margin));
  const right = Math.min(width, Math.ceil((box.x + box.width) * width + margin));
  const top = Math.max(0, Math.floor(box.y * height - margin));
  const bottom = Math.min(height, Math.ceil((box.y + box.height) * height + margin));
  for (let y = top; y < bottom; y += 1) for (let x = left; x < right; x += 1) visit(y * width + x);
}
