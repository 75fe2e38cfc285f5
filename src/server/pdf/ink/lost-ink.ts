import { discardPdfium, loadPdfium, type Pdfium } from '#server/pdf/engine/pdfium.ts';
import { type GrayPixels, RenderedDocument, withFile } from '#server/pdf/engine/rendered-document.ts';
import { rewriteWithPdfLib } from '#server/pdf/engine/repair.ts';
import { startTimeBudget, type TimeBudget } from '#server/process/time-budget.ts';
import { computeSha256Hex } from '#server/crypto/hash.ts';
import { createPageProof, type PageProof } from './page-proof.ts';
import { computePixelSize } from './pixels.ts';
import { countTiles, type TileCounts } from './tiles.ts';

/** A page counts as having lost ink if this many tiles have lost theirs. */
const LOST_TILES = 2;

/** The resolution, which is 36 pixels per inch. */
const RESOLUTION = { scale: 0.5, leastSide: 128, mostPixels: 4_000_000 };

/**
 * The time limits for one picture and for all pictures of a document, in milliseconds of computing. Pages
 * that take longer aren't compared.
 */
const PICTURE_MS = 1_000;
const DOCUMENT_MS = 8_000;

/** The outcome of comparing a prepared document with its original. Pages count from 1. */
type InkComparison = {
  readonly lost: readonly number[];
  /** Pages that couldn't be rendered, or not within the time limit. */
  readonly unseen: readonly number[];
};

/** Where the original's pages are within a document that has more pages. */
type Excerpt = { readonly pagesBefore: number; readonly of: number };

/** Compares prepared documents with one original. */
export interface InkGate {
  compare(prepared: Uint8Array, pageCount: number, excerpt?: Excerpt): Promise<InkComparison>;
}

export interface InkGateOptions {
  /** The time limit for all pictures of a document, in milliseconds of computing. */
  readonly documentMs?: number;
  /** Whether pages that consist of the same objects are rendered nevertheless. Default: false. */
  readonly rendersAll?: boolean;
}

/**
 * Creates a gate for an original. Pages that consist of the same objects before and after look the same, so
 * only the others are rendered, and one page of each document in order not to rely on the objects alone. If
 * PDFium can't open the original or sees nothing in it, pdf-lib's rewriting is used instead. If that also
 * fails or has different pages, only the pages that PDFium shows in the original are compared.
 */
export function createInkGate(original: Uint8Array, options: InkGateOptions = {}): InkGate {
  const budget = startTimeBudget(options.documentMs ?? DOCUMENT_MS);
  let repaired: Promise<Uint8Array | null> | null = null;
  const references = [
    { read: () => Promise.resolve(original), isPartial: false },
    {
      read: () =>
        (repaired ??= rewriteWithPdfLib(original).then((copy) => (copy === 'encrypted' ? null : copy))),
      isPartial: false,
    },
    { read: () => Promise.resolve(original), isPartial: true },
  ];
  return {
    async compare(prepared, pageCount, excerpt = { pagesBefore: 0, of: pageCount }) {
      let unseen = listPageNumbers(pageCount);
      for (const reference of references) {
        const bytes = await reference.read();
        if (bytes === null || (reference.isPartial && unseen.length < pageCount)) continue;
        // One page is always rendered.
        const needsProof = pageCount > 1 && options.rendersAll !== true;
        const proof = needsProof ? await proveSafely(bytes, prepared) : null;
        const library = await loadPdfium();
        const found = compareWithReference(library, bytes, prepared, {
          ...excerpt,
          pageCount,
          isPartial: reference.isPartial,
          budget,
          proof,
        });
        if (found && !found.isBlank) return found;
        if (found) unseen = [];
      }
      return { lost: [], unseen };
    },
  };
}

/** Returns null if nothing can be proved about the pages. */
async function proveSafely(reference: Uint8Array, prepared: Uint8Array): Promise<PageProof | null> {
  try {
    return createPageProof(await loadPdfium(), reference, prepared);
  } catch (error) {
    // PDFium gave up on a hostile file, so its memory can't be trusted for the next one.
    if (!(error instanceof WebAssembly.RuntimeError)) throw error;
    discardPdfium();
    return null;
  }
}

type Bounds = Excerpt & {
  readonly pageCount: number;
  /** Whether some pages may be missing from the reference, because its page tree states too few. */
  readonly isPartial: boolean;
  readonly budget: TimeBudget;
  readonly proof: PageProof | null;
};

type Compared = InkComparison & {
  /** Whether the original has no ink at all. */
  readonly isBlank: boolean;
};

/** Compares with the reference. Returns null if PDFium can't open the reference or sees different pages. */
function compareWithReference(
  library: Pdfium,
  reference: Uint8Array,
  prepared: Uint8Array,
  bounds: Bounds,
): Compared | null {
  const { pageCount, of } = bounds;
  try {
    return withFile(library, reference, (file) =>
      withFile(library, prepared, (copy) => {
        const one = RenderedDocument.open(library, file, reference.length);
        const other = RenderedDocument.open(library, copy, prepared.length);
        try {
          const places = one?.findPlaces(pageCount, bounds.isPartial) ?? null;
          if (!one || !other || places === null || places.length === 0 || other.pageCount !== of) return null;
          const sampled =
            Number.parseInt(computeSha256Hex(reference).slice(0, SEED_DIGITS), 16) % places.length;
          return comparePages(one, other, { ...bounds, places, sampled });
        } finally {
          other?.close();
          one?.close();
        }
      }),
    );
  } catch (error) {
    // PDFium gave up on a hostile file, so its memory can't be trusted for the next one.
    if (!(error instanceof WebAssembly.RuntimeError)) throw error;
    discardPdfium();
    return { lost: [], unseen: listPageNumbers(pageCount), isBlank: false };
  }
}

/** How much of the document's hash decides which page is always rendered. */
const SEED_DIGITS = 8;

type Pages = Bounds & {
  /** For each page of the document, its position in the original. */
  readonly places: readonly number[];
  /** The page that is always rendered. */
  readonly sampled: number;
};

function comparePages(
  original: RenderedDocument,
  prepared: RenderedDocument,
  { places, pageCount, pagesBefore, budget, proof, sampled }: Pages,
): Compared {
  const lost: number[] = [];
  const unseen = listPageNumbers(pageCount).slice(places.length);
  let isBlank = true;
  const look = (index: number) => {
    const place = places[index] ?? index;
    const tiles = budget.isSpent() ? null : countPageTiles(original, prepared, place, index + pagesBefore);
    if (tiles === null) unseen.push(index + 1);
    else if (tiles.lost >= LOST_TILES) lost.push(index + 1);
    isBlank &&= tiles?.inked === 0;
  };
  const proved = new Set(
    [...places.keys()].filter((index) => proof?.isSame(places[index] ?? index, index + pagesBefore) === true),
  );
  const isSampleProved = proved.delete(sampled);
  if (isSampleProved) look(sampled);
  // What isn't the same although its objects are would be our mistake, so nothing counts as proved.
  const isTrusted = lost.length === 0;
  for (const index of places.keys())
    if (!(isSampleProved && index === sampled) && !(isTrusted && proved.has(index))) look(index);
  // Whether the document has any ink can't be told from its objects.
  for (const index of isTrusted ? proved : []) if (isBlank) look(index);
  return { lost: lost.toSorted(compareNumbers), unseen: unseen.toSorted(compareNumbers), isBlank };
}

function compareNumbers(one: number, other: number): number {
  return one - other;
}

/** Counts the tiles of a page; null if the page can't be compared. */
function countPageTiles(
  original: RenderedDocument,
  prepared: RenderedDocument,
  index: number,
  preparedIndex: number,
): TileCounts | null {
  const points = original.size(index);
  if (points === null) return null;
  const size = computePixelSize(points, RESOLUTION);
  const pictures: GrayPixels[] = [];
  const parts = original.hasAnnotations(index) ? (['content', 'form'] as const) : (['content'] as const);
  for (const part of parts) {
    const picture = original.render(index, part, size, PICTURE_MS);
    if (picture === null) return null;
    pictures.push(picture);
  }
  const copy = prepared.render(preparedIndex, 'annotations', size, PICTURE_MS);
  return copy && countTiles(pictures, copy);
}

function listPageNumbers(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}
