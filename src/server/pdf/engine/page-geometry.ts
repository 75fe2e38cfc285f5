import { PdfNumber, PdfRef, type PdfArray, type PdfDict, type PdfObject } from '@libpdf/core';
import {
  toFieldRectangle,
  intersectRectangles,
  toPageRotation,
  createRectangle,
  getUprightMatrix as uprightMatrixOf,
  getUprightSize,
  type PageRotation,
  type Rectangle,
  type TransformationMatrix,
} from '#domain/field/geometry.ts';

/** A libpdf page, or anything else with a page dictionary. */
export interface MeasuredPage {
  readonly dict: PdfDict;
}

export type Resolve = (ref: PdfRef) => PdfObject | null;

/** How a page is shown. Lengths are in units of user space. Multiply by `userUnit` to get points. */
export interface PageGeometry {
  /** The width with the rotation applied. */
  readonly visibleWidth: number;
  /** The height with the rotation applied. */
  readonly visibleHeight: number;
  /** The clockwise rotation for display. */
  readonly rotate: PageRotation;
  /** Points per unit of user space (ISO 32000-2, table 31). */
  readonly userUnit: number;
  /** The visible box in user space, before rotation: MediaBox ∩ CropBox. */
  readonly box: Rectangle;
}

/** The box that viewers assume if the MediaBox is missing or empty, which is US Letter. */
const LETTER: Rectangle = { x: 0, y: 0, width: 612, height: 792 };

/** A hostile file's page tree may be circular. */
const MAX_ANCESTORS = 64;

/**
 * Measures a page. References and inherited values (ISO 32000-2, 7.7.3.4) are found only with `resolve`.
 * Normalized documents have neither.
 */
export function measurePage(page: MeasuredPage, resolve?: Resolve): PageGeometry {
  const media = readRectangle(getInherited(page.dict, 'MediaBox', resolve), resolve) ?? LETTER;
  const crop = readRectangle(getInherited(page.dict, 'CropBox', resolve), resolve) ?? media;
  const box = intersectRectangles(media, crop) ?? media;
  const rotate = toPageRotation(readNumber(getInherited(page.dict, 'Rotate', resolve)) ?? 0);
  const unit = readNumber(page.dict.get('UserUnit', resolve)) ?? 1;
  const size = getUprightSize(box, rotate);
  return {
    visibleWidth: size.width,
    visibleHeight: size.height,
    rotate,
    userUnit: unit > 0 ? unit : 1,
    box,
  };
}

/**
 * Returns the matrix from upright space, whose origin is at the visible bottom left, to user space.
 * @internal
 */
export function getPageUprightMatrix(page: MeasuredPage, resolve?: Resolve): TransformationMatrix {
  const { box, rotate } = measurePage(page, resolve);
  return uprightMatrixOf(box, rotate);
}

/**
 * Places a field given in fractions of the visible page, with the origin at the top left. Returns its
 * rectangle in upright space and the matrix to prepend to its drawing.
 * @internal
 */
export function placeOnPage(
  page: MeasuredPage,
  fraction: Rectangle,
  resolve?: Resolve,
): { matrix: TransformationMatrix; rectangle: Rectangle } {
  const { box, rotate } = measurePage(page, resolve);
  return { matrix: uprightMatrixOf(box, rotate), rectangle: toFieldRectangle(fraction, box, rotate) };
}

/** Returns a page's own value of an attribute, or the value of its nearest ancestor that has one. */
export function getInherited(dict: PdfDict, key: string, resolve?: Resolve): PdfObject | undefined {
  let node: PdfDict | undefined = dict;
  for (let level = 0; node && level < MAX_ANCESTORS; level += 1) {
    const value: PdfObject | undefined = node.get(key, resolve);
    if (value !== undefined && value.type !== 'null' && !(value instanceof PdfRef)) return value;
    node = resolve ? node.getDict('Parent', resolve) : undefined;
  }
  return undefined;
}

/** Reads a PDF rectangle (any two opposite corners, ISO 32000-2, 7.9.5); null if it's invalid or empty. */
export function readRectangle(value: PdfObject | undefined, resolve?: Resolve): Rectangle | null {
  if (value?.type !== 'array') return null;
  const [x1, y1, x2, y2] = readNumbers(value as PdfArray, resolve);
  if (x1 === undefined || y1 === undefined || x2 === undefined || y2 === undefined) return null;
  const box = createRectangle(x1, y1, x2, y2);
  return box.width > 0 && box.height > 0 ? box : null;
}

/** Returns the numbers of an array, with undefined for anything that isn't a finite number. */
export function readNumbers(array: PdfArray, resolve?: Resolve): (number | undefined)[] {
  return Array.from({ length: array.length }, (_, index) => readNumber(array.at(index, resolve)));
}

function readNumber(value: PdfObject | undefined): number | undefined {
  return value instanceof PdfNumber && Number.isFinite(value.value) ? value.value : undefined;
}
