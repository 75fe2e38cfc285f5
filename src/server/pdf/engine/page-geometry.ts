import { PdfNumber, PdfRef, type PdfArray, type PdfDict, type PdfObject } from '@libpdf/core';
import {
  fieldRectangle,
  intersection,
  pageRotation,
  rectangleBetween,
  uprightMatrix as uprightMatrixOf,
  uprightSize,
  type PageRotation,
  type Rectangle,
  type TransformationMatrix,
} from '#domain/field/geometry.ts';

/** What a page is measured by: a libpdf page, or anything with its dictionary. */
export interface MeasuredPage {
  readonly dict: PdfDict;
}

/** Finds the object behind a reference; `(ref) => pdf.context.resolve(ref)`. */
export type Resolve = (ref: PdfRef) => PdfObject | null;

/** How a page is shown. All lengths are units of the page's default user space; times `userUnit` they are points. */
export interface PageGeometry {
  /** Width of the page as it is seen, rotation applied. */
  readonly visibleWidth: number;
  /** Height of the page as it is seen, rotation applied. */
  readonly visibleHeight: number;
  /** Clockwise rotation for display. */
  readonly rotate: PageRotation;
  /** Size of one unit of user space in points (ISO 32000-2, table 31, UserUnit). */
  readonly userUnit: number;
  /** The visible box in user space, not rotated: MediaBox ∩ CropBox. */
  readonly box: Rectangle;
}

/** The page that viewers assume when a MediaBox is missing or has no area: US Letter. */
const LETTER: Rectangle = { x: 0, y: 0, width: 612, height: 792 };

/** Bounds the walk to the page's ancestors, whose links may form a circle in a hostile file. */
const MAX_ANCESTORS = 64;

/**
 * Measures a page: visible box, rotation and unit. Values behind references or inherited from /Pages (ISO 32000-2, 7.7.3.4)
 * are seen only with `resolve`; a document that went through intake needs none.
 */
export function pageGeometry(page: MeasuredPage, resolve?: Resolve): PageGeometry {
  const media = boxOf(inherited(page.dict, 'MediaBox', resolve), resolve) ?? LETTER;
  const crop = boxOf(inherited(page.dict, 'CropBox', resolve), resolve) ?? media;
  const box = intersection(media, crop) ?? media;
  const rotate = pageRotation(numberOf(inherited(page.dict, 'Rotate', resolve)) ?? 0);
  const unit = numberOf(page.dict.get('UserUnit', resolve)) ?? 1;
  const size = uprightSize(box, rotate);
  return {
    visibleWidth: size.width,
    visibleHeight: size.height,
    rotate,
    userUnit: unit > 0 ? unit : 1,
    box,
  };
}

/** The matrix from upright space (origin at the bottom left of what is seen) to the page's default user space. */
export function uprightMatrix(page: MeasuredPage, resolve?: Resolve): TransformationMatrix {
  const { box, rotate } = pageGeometry(page, resolve);
  return uprightMatrixOf(box, rotate);
}

/**
 * Where a field given in fractions of the visible page (origin top left) is drawn: its rectangle in upright space, and the
 * matrix to put in front of whatever is drawn there.
 */
export function placeOnPage(
  page: MeasuredPage,
  fraction: Rectangle,
  resolve?: Resolve,
): { matrix: TransformationMatrix; rectangle: Rectangle } {
  const { box, rotate } = pageGeometry(page, resolve);
  return { matrix: uprightMatrixOf(box, rotate), rectangle: fieldRectangle(fraction, box, rotate) };
}

/** A page's own value of an attribute, else the nearest ancestor's. */
export function inherited(dict: PdfDict, key: string, resolve?: Resolve): PdfObject | undefined {
  let node: PdfDict | undefined = dict;
  for (let level = 0; node && level < MAX_ANCESTORS; level += 1) {
    const value: PdfObject | undefined = node.get(key, resolve);
    if (value !== undefined && value.type !== 'null' && !(value instanceof PdfRef)) return value;
    node = resolve ? node.getDict('Parent', resolve) : undefined;
  }
  return undefined;
}

/** Reads a PDF rectangle (any two opposite corners, ISO 32000-2, 7.9.5); null when it is none or has no area. */
export function boxOf(value: PdfObject | undefined, resolve?: Resolve): Rectangle | null {
  if (value?.type !== 'array') return null;
  const [x1, y1, x2, y2] = numbersOf(value as PdfArray, resolve);
  if (x1 === undefined || y1 === undefined || x2 === undefined || y2 === undefined) return null;
  const box = rectangleBetween(x1, y1, x2, y2);
  return box.width > 0 && box.height > 0 ? box : null;
}

/** The finite numbers of an array; anything else in it counts as undefined. */
export function numbersOf(array: PdfArray, resolve?: Resolve): (number | undefined)[] {
  return Array.from({ length: array.length }, (_, index) => numberOf(array.at(index, resolve)));
}

function numberOf(value: PdfObject | undefined): number | undefined {
  return value instanceof PdfNumber && Number.isFinite(value.value) ? value.value : undefined;
}
