import type { PageSize } from './pdf-document.ts';

/** A page's position in the column, in CSS pixels from its top. */
export type SheetBox = {
  readonly number: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
};

/** All pages of a document in one column. */
export type PageLayout = { readonly sheets: readonly SheetBox[]; readonly height: number };

/** A scroll position that survives changes of page sizes: a page and a share of its height. */
export type Anchor = { readonly number: number; readonly part: number };

/**
 * How large pages are: `width` fills the available width, `page` makes a whole page visible, and a number is
 * a scale, where 1 is actual size.
 */
export type Zoom = 'width' | 'page' | number;

type Column = {
  readonly pageCount: number;
  readonly sizeOf: (number: number) => PageSize;
  /** Width and height available for a page, in CSS pixels. */
  readonly room: PageSize;
  readonly zoom: Zoom;
  /** Pages with a heading above them. */
  readonly headed?: ReadonlySet<number>;
  /** Space between two pages, in CSS pixels. */
  readonly gap?: number;
};

/** The scale of actual size, in CSS pixels per point. */
export const ACTUAL_SCALE = 96 / 72;

/** Height of a heading above a page, in CSS pixels. */
export const HEADING_HEIGHT = 40;

const GAP = 16;

/**
 * The maximum scale of pages that fit the width, in CSS pixels per point. Larger pages are hard to read as a
 * whole.
 */
const FIT_MAX_SCALE = 2;

/** Minimum width of small pages, such as cards and labels, if there's room. */
const LEGIBLE_WIDTH = 560;

/** Computes the layout of a document's pages. */
export function layPages({ pageCount, sizeOf, room, zoom, headed, gap = GAP }: Column): PageLayout {
  const sheets: SheetBox[] = [];
  let top = 0;
  for (let number = 1; number <= pageCount; number += 1) {
    const size = sizeOf(number);
    const width = Math.max(1, Math.floor(computeWidth(size, room, zoom)));
    const height = (width * size.height) / size.width;
    if (headed?.has(number)) top += HEADING_HEIGHT;
    sheets.push({ number, top, width, height });
    top += height + gap;
  }
  return { sheets, height: Math.max(0, top - gap) };
}

function computeWidth(size: PageSize, room: PageSize, zoom: Zoom): number {
  if (typeof zoom === 'number') return (size.width * zoom * 96) / 72;
  const broadest = Math.min(room.width, Math.max(size.width * FIT_MAX_SCALE, LEGIBLE_WIDTH));
  return zoom === 'width' ? broadest : Math.min(broadest, (room.height * size.width) / size.height);
}

/** Returns the pages that are at least partly between two vertical positions in the column. */
export function listSheetsBetween({ sheets }: PageLayout, top: number, bottom: number): readonly SheetBox[] {
  const first = findFirstEndingBelow(sheets, top);
  let end = first;
  while ((sheets[end]?.top ?? Infinity) < bottom) end += 1;
  return sheets.slice(first, end);
}

/**
 * Returns the page at a vertical position in the column, and the position within the page. If there is no
 * page, returns the nearest one.
 */
export function findAnchor({ sheets }: PageLayout, y: number): Anchor {
  const sheet = sheets[Math.min(findFirstEndingBelow(sheets, y), sheets.length - 1)];
  if (sheet === undefined) return { number: 1, part: 0 };
  return { number: sheet.number, part: Math.max(0, Math.min(1, (y - sheet.top) / sheet.height)) };
}

/** Returns the vertical position of an anchor in the column. */
export function getAnchorHeight({ sheets }: PageLayout, { number, part }: Anchor): number {
  const sheet = sheets[number - 1];
  return sheet === undefined ? 0 : sheet.top + part * sheet.height;
}

function findFirstEndingBelow(sheets: readonly SheetBox[], y: number): number {
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
