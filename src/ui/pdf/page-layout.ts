import type { PageSize } from './pdf-document.ts';

/** Where a page's sheet stands in its column, in CSS pixels from the column's top. */
export type SheetBox = {
  readonly number: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
};

/** All sheets of a document under each other. */
export type PageLayout = { readonly sheets: readonly SheetBox[]; readonly height: number };

/** A height of the document that stays what it is when sheets become larger or smaller: a part of one page. */
export type Anchor = { readonly number: number; readonly part: number };

type Column = {
  readonly pageCount: number;
  readonly sizeOf: (number: number) => PageSize;
  /** The room that there is for a sheet, in CSS pixels. */
  readonly available: number;
  /** 1 fits the room. */
  readonly zoom: number;
  /** CSS pixels for each point at most, at zoom 1: keeps a page from filling a wide screen. */
  readonly maxScale: number;
};

/** Between two sheets, in CSS pixels. */
const GAP = 16;

/** Small pages, such as cards and labels, are shown at least this wide where there is room. */
const LEGIBLE_WIDTH = 560;

/** Lays the sheets of a document out. */
export function layPages({ pageCount, sizeOf, available, zoom, maxScale }: Column): PageLayout {
  const sheets: SheetBox[] = [];
  let top = 0;
  for (let number = 1; number <= pageCount; number += 1) {
    const size = sizeOf(number);
    const width = Math.floor(Math.min(available, Math.max(size.width * maxScale, LEGIBLE_WIDTH)) * zoom);
    const height = (width * size.height) / size.width;
    sheets.push({ number, top, width, height });
    top += height + GAP;
  }
  return { sheets, height: Math.max(0, top - GAP) };
}

/** The sheets that lie, even in part, between two heights of the column. */
export function sheetsBetween({ sheets }: PageLayout, top: number, bottom: number): readonly SheetBox[] {
  const first = firstEndingBelow(sheets, top);
  let end = first;
  while ((sheets[end]?.top ?? Infinity) < bottom) end += 1;
  return sheets.slice(first, end);
}

/** The page at a height of the column, and which part of it; the nearest where there is none. */
export function anchorAt({ sheets }: PageLayout, y: number): Anchor {
  const sheet = sheets[Math.min(firstEndingBelow(sheets, y), sheets.length - 1)];
  if (sheet === undefined) return { number: 1, part: 0 };
  return { number: sheet.number, part: Math.max(0, Math.min(1, (y - sheet.top) / sheet.height)) };
}

/** The height of the column at which an anchor stands. */
export function heightOf({ sheets }: PageLayout, { number, part }: Anchor): number {
  const sheet = sheets[number - 1];
  return sheet === undefined ? 0 : sheet.top + part * sheet.height;
}

function firstEndingBelow(sheets: readonly SheetBox[], y: number): number {
  let from = 0;
  let to = sheets.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    const sheet = sheets[middle];
    if (sheet !== undefined && sheet.top + sheet.height <= y) from = middle + 1;
    else to = middle;
  }
  return from;
}
