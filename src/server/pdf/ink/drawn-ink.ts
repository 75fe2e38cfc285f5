import { startTimeBudget } from '#server/process/time-budget.ts';
import { loadPdfium, discardPdfium, type Pdfium } from '#server/pdf/engine/pdfium.ts';
import { createIncrementProof, type IncrementProof } from './increment-proof.ts';
import { findDifferent, measureOwnInk, type DrawnValues } from './different-ink.ts';
import { computePixelSize, TILE, toWords } from './pixels.ts';
import { createContrastMeter } from './tiles.ts';
import {
  type Cutout,
  type GrayPixels,
  type Ground,
  RenderedDocument,
  type RenderedPart,
  type Size,
  toWhole,
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
  /** Boxes in which nothing can be seen. */
  readonly empty: readonly Box[];
  /** The empty boxes whose values have too little ink to say more, or whose own ink isn't known. */
  readonly faint: readonly Box[];
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
/** Where a value alone has less than this, such as a check mark on a wall map, its page can't be judged. */
const LEAST_OWN_INK = 24;

/** How to compare: which parts of the pages to render, and the file with the expected values, if any. */
type Comparison<Box extends DrawnBox> = {
  readonly part?: RenderedPart;
  readonly values?: Uint8Array | null;
  /** Boxes whose values are white. They are where nothing else could be seen, so they cover nothing. */
  readonly inWhite?: ReadonlySet<Box>;
  /** Whether pages are rendered as a whole even if nothing but the drawing can have changed. */
  readonly rendersAll?: boolean;
};

/**
 * One document in this many is rendered as a whole in order not to rely on its objects alone. Its length
 * decides, so that a retry does the same.
 */
const SAMPLED = 8;

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

/** Nobody can tell grays up to this from each other, such as the noise of a dark scan and ink on top of it. */
const DARK = 96;

/**
 * Compares pages that have boxes without and with what follows the first `presentedLength` bytes. Where the
 * objects show that nothing but a form was painted over a page, it is enough to render that form, and the
 * page around the boxes. Whatever else is found is decided by rendering whole pages of both files. Form fields
 * are part of the pictures only with `form`. `values` is a file with the values alone, upright and on nothing:
 * one page per page that has boxes, in the order of the boxes.
 */
export async function compareDrawnInk<Box extends DrawnBox>(
  bytes: Uint8Array,
  presentedLength: number,
  boxes: readonly Box[],
  {
    part = 'annotations',
    values = null,
    inWhite = new Set(),
    rendersAll = presentedLength % SAMPLED === 0,
  }: Comparison<Box> = {},
): Promise<DrawnInk<Box>> {
  const library = await loadPdfium();
  const found = {
    ...{ empty: [] as Box[], faint: [] as Box[], covered: [] as Box[], different: [] as Box[] },
    ...{ spilled: [] as number[], unseen: [] as number[] },
  };
  const budget = startTimeBudget(DOCUMENT_MS);
  const pages = [...Map.groupBy(boxes, ({ page }) => page)];
  const proof = rendersAll || part === 'form' ? null : createIncrementProof(bytes, presentedLength);
  try {
    withFiles(library, [bytes, values ?? new Uint8Array(1)], ([file, expected]) => {
      let before: RenderedDocument | null | undefined;
      const after = RenderedDocument.open(library, file, bytes.length);
      const alone = values === null ? null : RenderedDocument.open(library, expected, values.length);
      try {
        for (const [place, [page, own]] of pages.entries()) {
          const quick =
            proof && after && !budget.isSpent() ? lookAtForm(after, proof, own, alone, place, inWhite) : null;
          if (quick !== null) {
            found.empty.push(...quick.empty);
            found.faint.push(...quick.faint);
            continue;
          }
          if (before === undefined) before = RenderedDocument.open(library, file, presentedLength);
          const pictures = budget.isSpent() ? null : renderPair(before, after, page - 1, part);
          if (pictures === null) found.unseen.push(page);
          else {
            const changes = findChanges(pictures);
            const drawn = alone === null ? null : renderValues(alone, place, pictures.size, pictures.cutout);
            const { empty, faint } = findEmpty(changes, drawn, own, own, inWhite);
            found.empty.push(...empty);
            found.faint.push(...faint);
            found.covered.push(...own.filter((box) => !inWhite.has(box) && isCovered(changes, box)));
            if (isSpilling(changes, own)) found.spilled.push(page);
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
    return {
      empty: [],
      faint: [],
      covered: [],
      different: [],
      spilled: [],
      unseen: pages.map(([page]) => page),
    };
  }
}

/** Renders values on white and on black, which tells how much of the page shows through. */
function renderValues(
  alone: RenderedDocument,
  index: number,
  size: Size,
  cutout: Cutout,
): DrawnValues | null {
  const render = (ground: Ground) => alone.render(index, 'content', size, PICTURE_MS, { ground, cutout });
  const [onWhite, onBlack] = [render('white'), render('black')];
  return onWhite && onBlack ? { onWhite, onBlack } : null;
}

/**
 * Looks at a page that only had a form painted over it. Returns the boxes that show nothing, or null if whole
 * pages must be rendered, because that isn't certain or anything but boxes has changed.
 */
function lookAtForm<Box extends DrawnBox>(
  after: RenderedDocument,
  proof: IncrementProof,
  boxes: readonly Box[],
  alone: RenderedDocument | null,
  place: number,
  inWhite: ReadonlySet<Box>,
): Pick<DrawnInk<Box>, 'empty' | 'faint'> | null {
  const index = (boxes[0]?.page ?? 0) - 1;
  const points = after.size(index);
  if (points === null || !proof.isPaintedOver(after.objectNumber(index))) return null;
  const size = computePixelSize(points, RESOLUTION);
  const scale = size.width / points.width;
  const render = (shown: 'form' | 'rest' | 'all', cutout: Cutout) =>
    after.show(index, shown) ? after.render(index, 'annotations', size, PICTURE_MS, { cutout }) : null;
  try {
    const whole = toWhole(size);
    const form = render('form', whole);
    if (form === null) return null;
    const blank = { ...form, values: new Uint8Array(form.values.length).fill(WHITE) };
    const drawn = findChanges({ one: blank, other: form, scale, size, cutout: whole });
    if (isSpilling(drawn, boxes)) return null;
    const cutout = getCutout(boxes, drawn);
    const [one, other] = [render('rest', cutout), render('all', cutout)];
    if (one === null || other === null) return null;
    const changes = findChanges({ one, other, scale, size, cutout });
    if (isSpilling(changes, boxes)) return null;
    if (boxes.some((box) => !inWhite.has(box) && isCovered(changes, box))) return null;
    if (alone === null) return findEmpty(changes, null, boxes, boxes, inWhite);
    const values = renderValues(alone, place, size, cutout);
    const own = boxes.map((box) => toCutout(box, size, cutout));
    if (values === null || findDifferent({ one, other }, values, own, changes.margin, false).length > 0)
      return null;
    return findEmpty(changes, values, boxes, own, inWhite);
  } finally {
    after.show(index, 'all');
  }
}

/** Returns the part of a picture that has all boxes and what is next to them, in whole tiles. */
function getCutout(boxes: readonly DrawnBox[], { width, height, margin }: Changes): Cutout {
  const around = margin + TILE;
  const start = (least: number, side: number) =>
    Math.min(side - TILE, Math.max(0, Math.floor((least * side - around) / TILE) * TILE));
  const end = (most: number, side: number) =>
    Math.max(TILE, Math.min(side, Math.ceil((most * side + around) / TILE) * TILE));
  const x = start(Math.min(...boxes.map((box) => box.x)), width);
  const y = start(Math.min(...boxes.map((box) => box.y)), height);
  const right = end(Math.max(...boxes.map((box) => box.x + box.width)), width);
  const bottom = end(Math.max(...boxes.map((box) => box.y + box.height)), height);
  return { x, y, width: Math.max(TILE, right - x), height: Math.max(TILE, bottom - y) };
}

/** Returns a box as fractions of a part of the page. */
function toCutout(box: DrawnBox, { width, height }: Size, cutout: Cutout): DrawnBox {
  return {
    page: box.page,
    x: (box.x * width - cutout.x) / cutout.width,
    y: (box.y * height - cutout.y) / cutout.height,
    width: (box.width * width) / cutout.width,
    height: (box.height * height) / cutout.height,
  };
}

const WHITE = 255;

/**
 * A page of `size` without and with its drawing, or a part of both pictures, and their pixels per unit of the
 * page.
 */
type Pictures = {
  readonly one: GrayPixels;
  readonly other: GrayPixels;
  readonly scale: number;
  readonly size: Size;
  readonly cutout: Cutout;
};

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
  if (!one || !other) return null;
  return { one, other, scale: size.width / points.width, size, cutout: toWhole(size) };
}

type ChangedPixel = {
  readonly x: number;
  readonly y: number;
  readonly by: number;
  readonly isCovered: boolean;
};
type Changes = Size & { readonly margin: number; readonly pixels: readonly ChangedPixel[] };

function findChanges({ one, other, scale, size, cutout }: Pictures): Changes {
  const { width } = one;
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
      const isCovered =
        lighter > COVERED_GRAY && contrast(corner) > LEAST_CONTRAST && !isDarkTile(one, corner);
      const isSeen = Math.max(one.values[at] ?? 0, other.values[at] ?? 0) > DARK;
      pixels.push({ x: cutout.x + x, y: cutout.y + y, by: isSeen ? Math.abs(lighter) : 0, isCovered });
    }
  }
  const margin = 1 + MARGIN * Math.max(scale, Math.min(size.width, size.height) / LETTER_WIDTH);
  return { ...size, margin, pixels };
}

/** Checks whether a tile has nothing that could be read on it. */
function isDarkTile({ width, height, values }: GrayPixels, corner: number): boolean {
  for (let row = 0; row < TILE && corner + row * width < width * height; row += 1)
    for (let at = corner + row * width; at < corner + row * width + TILE; at += 1)
      if ((values[at] ?? 0) > DARK) return false;
  return true;
}

/** Copies files into PDFium's memory while `use` runs. */
function withFiles(
  library: Pdfium,
  [one, other]: readonly [Uint8Array, Uint8Array],
  use: (files: readonly [number, number]) => void,
): void {
  withFile(library, one, (first) => withFile(library, other, (second) => use([first, second])));
}

/**
 * Returns the boxes that don't show at least half of what their values show on an even ground, or the ink of
 * a period. `places` are the boxes as fractions of the values' pictures.
 */
function findEmpty<Box extends DrawnBox>(
  changes: Changes,
  values: DrawnValues | null,
  boxes: readonly Box[],
  places: readonly DrawnBox[],
  inWhite: ReadonlySet<Box>,
): Pick<DrawnInk<Box>, 'empty' | 'faint'> {
  const measured = boxes.map((box, at) => {
    const place = places[at] ?? box;
    const own = values && measureOwnInk(values, place, inWhite.has(box));
    return { box, own, ink: measureInk(changes, box) };
  });
  const empty = measured.filter(({ own, ink }) =>
    own === null ? ink < LEAST_INK : own === 0 || ink < Math.min(LEAST_INK, own / 2),
  );
  const faint = empty.filter(({ own }) => (own ?? 0) < LEAST_OWN_INK);
  return { empty: empty.map(({ box }) => box), faint: faint.map(({ box }) => box) };
}

function measureInk(changes: Changes, box: DrawnBox): number {
  return changes.pixels.reduce((sum, pixel) => sum + (isInsideBox(changes, pixel, box, 0) ? pixel.by : 0), 0);
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
