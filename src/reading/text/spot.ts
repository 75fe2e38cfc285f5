import type { Spot } from '#domain/field/anchor.ts';
import type { AnchorPlace } from '#domain/field/details.ts';
import type { PageBox } from '../page/page-facts.ts';

export type Size = { readonly width: number; readonly height: number };

/**
 * The space between a text and its field, and how far a field extends below the line that it is on, in
 * points.
 */
const SPACE = 4;
const BELOW_LINE = 2;

/**
 * Returns the upper left corner of a field next to a text, or of a field that replaces the text on the same
 * line. In points.
 */
export function getCorner(
  box: PageBox,
  place: AnchorPlace | 'instead',
  { height }: Size,
): { readonly x: number; readonly y: number } {
  const bottom = box.y + box.height;
  switch (place) {
    case 'right':
      return { x: box.x + box.width + SPACE, y: bottom + BELOW_LINE - height };
    case 'over':
      return { x: box.x, y: (box.y + bottom - height) / 2 };
    case 'below':
      return { x: box.x, y: bottom + SPACE };
    case 'above':
      return { x: box.x, y: box.y - SPACE - height };
    case 'instead':
      return { x: box.x, y: bottom + BELOW_LINE - height };
    default:
      return place satisfies never;
  }
}

/**
 * Converts a place in points to fractions of its page. Moves it so that it doesn't extend beyond the page.
 */
export function toPageSpot(
  page: Size & { readonly number: number },
  corner: { readonly x: number; readonly y: number },
  size: Size,
): Spot {
  const width = Math.min(size.width, page.width);
  const height = Math.min(size.height, page.height);
  return {
    page: page.number,
    x: Math.max(0, Math.min(corner.x, page.width - width)) / page.width,
    y: Math.max(0, Math.min(corner.y, page.height - height)) / page.height,
    width: width / page.width,
    height: height / page.height,
  };
}
