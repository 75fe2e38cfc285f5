import { startTimeBudget } from '#server/process/time-budget.ts';
import { loadPdfium, discardPdfium, type Pdfium } from '#server/pdf/engine/pdfium.ts';
import { findDifferent, type DrawnValues } from './different-ink.ts';
import { computePixelSize, TILE, toWords } from './pixels.ts';
import { createContrastMeter } from './tiles.ts';
import {
  type GrayPixels,
  type Ground,
  RenderedDocument,
  type RenderedPart,
  type Size,
  withFile,
} from '#server/pdf/engine/rendered-document.ts';

/**
 * A place that was drawn on. `page` counts from 1. The other numbers are fractions of the visible page, with
 * the origin at the top left.
 */
export type DrawnBox = {
  readonly page: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

/** What the drawing changed. */
export type DrawnInk<Box extends DrawnBox> = {
  /** Boxes in which nothing changed. */
  readonly empty: readonly Box[];
  /** Boxes in which the document's own ink has been covered. */
  readonly covered: readonly Box[];
  /** Boxes that look different from the page with the expected values on it. */
  readonly different: readonly Box[];
  /** Pages that changed outside their boxes. */
  readonly spilled: readonly number[];
  /** Pages that couldn't be rendered, or not within the time limit. */
  readonly unseen: readonly number[];
};

/** The resolution, which is 72 pixels per inch. */
const RESOLUTION = { scale: 1, leastSide: 256, mostPixels: 4_000_000 };

/** The time limits for one picture and for all pictures of a document, in milliseconds of computing. */
const PICTURE_MS = 1_000;
const DOCUMENT_MS = 5_000;

/** The least sum of gray differences in a box that has ink. A period at 11 points has about 300. */
const LEAST_INK = 96;

/** How to compare: which parts of the pages to render, and the file with the expected values, if any. */
type Comparison = { readonly part?: RenderedPart; readonly values?: Uint8Array | null };

/** How far letters and pen strokes may reach out of their box, in points on a Letter page. */
const MARGIN = 2;
const LETTER_WIDTH = 612;

/**
 * Outside the boxes, this many pixels may differ by more than the threshold. Such differences occur at edges
 * that touch ink of a box.
 */
const SPILLED_PIXELS = 4;
const SPILLED_GRAY = 48;

/**
 * Within a box, this many pixels of the document's ink may get lighter by more than the threshold. An even
 * background doesn't count as ink.
 */
const COVERED_PIXELS = 4;
const COVERED_GRAY = 48;
const LEAST_CONTRAST = 16;

/**
 * Renders the pages that have boxes twice, without and with what follows the first `presentedLength` bytes,
 * and compares the pictures. Form fields are part of the pictures only with `form`. `values` is a file with
 * the values alone, upright and on nothing: one page per page that has boxes, in the order of the boxes.
 */
export async function compareDrawnInk<Box extends DrawnBox>(
  bytes: Uint8Array,
  presentedLength: number,
  boxes: readonly Box[],
  { part = 'annotations', values = null }: Comparison = {},
): Promise<DrawnInk<Box>> {
  const library = await loadPdfium();
  const found = {
    ...{ empty: [] as Box[], covered: [] as Box[], different: [] as Box[] },
    ...{ spilled: [] as number[], unseen: [] as number[] },
  };
  const budget = startTimeBudget(DOCUMENT_MS);
  const pages = [...Map.groupBy(boxes, ({ page }) => page)];
  try {
    withFiles(library, [bytes, values ?? new Uint8Array(1)], ([file, expected]) => {
      const before = RenderedDocument.open(library, file, presentedLength);
      const after = RenderedDocument.open(library, file, bytes.length);
      const alone = values === null ? null : RenderedDocument.open(library, expected, values.length);
      try {
        for (const [place, [page, own]] of pages.entries()) {
          const pictures = budget.isSpent() ? null : renderPair(before, after, page - 1, part);
          if (pictures === null) found.unseen.push(page);
          else {
            const changes = findChanges(pictures);
            found.empty.push(...own.filter((box) => !hasInk(changes, box)));
            found.covered.push(...own.filter((box) => isCovered(changes, box)));
            if (isSpilling(changes, own)) found.spilled.push(page);
            const drawn = alone === null ? null : renderValues(alone, place, pictures.one);
            if (drawn !== null)
              found.different.push(...findDifferent(pictures, drawn, own, changes.margin, part === 'form'));
          }
        }
      } finally {
        alone?.close();
        after?.close();
        before?.close();
      }
    });
    return found;
  } catch (error) {
    // PDFium gave up on a page. Its memory can't be trusted for the next document, but the seal doesn't
    // depend on this comparison.
    if (!(error instanceof WebAssembly.RuntimeError)) throw error;
    discardPdfium();
    return { empty: [], covered: [], different: [], spilled: [], unseen: pages.map(([page]) => page) };
  }
}

/** Renders values on white and on black, which tells how much of the page shows through. */
function renderValues(alone: RenderedDocument, index: number, { width, height }: Size): DrawnValues | null {
  const render = (ground: Ground) => alone.render(index, 'content', { width, height }, PICTURE_MS, ground);
  const [onWhite, onBlack] = [render('white'), render('black')];
  return onWhite && onBlack ? { onWhite, onBlack } : null;
}

/** A page without and with its drawing, and the pictures' pixels per unit of the page. */
type Pictures = { readonly one: GrayPixels; readonly other: GrayPixels; readonly scale: number };

function renderPair(
  before: RenderedDocument | null,
  after: RenderedDocument | null,
  index: number,
  part: RenderedPart,
): Pictures | null {
  const points = before?.size(index);
  if (!points) return null;
  const size = computePixelSize(points, RESOLUTION);
  const one = before?.render(index, part, size, PICTURE_MS);
  const other = after?.render(index, part, size, PICTURE_MS);
  return one && other ? { one, other, scale: size.width / points.width } : null;
}

type ChangedPixel = {
  readonly x: number;
  readonly y: number;
  readonly by: number;
  readonly isCovered: boolean;
};
type Changes = Size & { readonly margin: number; readonly pixels: readonly ChangedPixel[] };

function findChanges({ one, other, scale }: Pictures): Changes {
  const { width, height } = one;
  const [before, after] = [toWords(one), toWords(other)];
  const contrast = createContrastMeter(one);
  const pixels: ChangedPixel[] = [];
  for (let word = 0; word < before.length; word += 1) {
    if (before[word] === after[word]) continue;
    for (let at = word * TILE; at < (word + 1) * TILE; at += 1) {
      const lighter = (other.values[at] ?? 0) - (one.values[at] ?? 0);
      if (lighter === 0) continue;
      const [x, y] = [at % width, Math.floor(at / width)];
      const corner = (y - (y % TILE)) * width + x - (x % TILE);
      const isCovered = lighter > COVERED_GRAY && contrast(corner) > LEAST_CONTRAST;
      pixels.push({ x, y, by: Math.abs(lighter), isCovered });
    }
  }
  const margin = 1 + MARGIN * Math.max(scale, Math.min(width, height) / LETTER_WIDTH);
  return { width, height, margin, pixels };
}

/** Copies files into PDFium's memory while `use` runs. */
function withFiles(
  library: Pdfium,
  [one, other]: readonly [Uint8Array, Uint8Array],
  use: (files: readonly [number, number]) => void,
): void {
  withFile(library, one, (first) => withFile(library, other, (second) => use([first, second])));
}

function hasInk(changes: Changes, box: DrawnBox): boolean {
  const ink = changes.pixels.reduce(
    (sum, pixel) => sum + (isInsideBox(changes, pixel, box, 0) ? pixel.by : 0),
    0,
  );
  return ink >= LEAST_INK;
}

function isCovered(changes: Changes, box: DrawnBox): boolean {
  const covered = changes.pixels.filter((pixel) => pixel.isCovered && isInsideBox(changes, pixel, box, 0));
  return covered.length > COVERED_PIXELS;
}

/** Checks whether a page changed outside its boxes. */
function isSpilling(changes: Changes, boxes: readonly DrawnBox[]): boolean {
  const outside = changes.pixels.filter(
    (pixel) =>
      pixel.by > SPILLED_GRAY && !boxes.some((box) => isInsideBox(changes, pixel, box, changes.margin)),
  );
  return outside.length > SPILLED_PIXELS;
}

function isInsideBox(
  { width, height }: Size,
  { x, y }: ChangedPixel,
  box: DrawnBox,
  margin: number,
): boolean {
  return (
    x + 1 > box.x * width - margin &&
    x < (box.x + box.width) * width + margin &&
    y + 1 > box.y * height - margin &&
    y < (box.y + box.height) * height + margin
  );
}
