import type { TransformationMatrix } from '#domain/field/geometry.ts';
import type { Pdfium } from '#server/pdf/engine/pdfium.ts';

/** A subpath in page space: its points, its number of curves, and whether it's closed. */
export type Outline = {
  readonly xs: readonly number[];
  readonly ys: readonly number[];
  readonly curves: number;
  readonly lines: number;
  readonly closed: boolean;
};

/** Path segment types (fpdf_edit.h, FPDF_SEGMENT_…). */
const LINE_TO = 0;
const BEZIER_TO = 1;
const MOVE_TO = 2;

/** Limit of segments per path. Drawings have more, forms don't. */
const MOST_SEGMENTS = 6000;

/** Reads a path object's subpaths, transformed by a matrix. `scratch` is eight bytes of PDFium's memory. */
export function readOutlines(
  { api, memory }: Pdfium,
  object: number,
  matrix: TransformationMatrix,
  scratch: number,
): Outline[] {
  const [a, b, c, d, e, f] = matrix;
  const outlines: { xs: number[]; ys: number[]; curves: number; lines: number; closed: boolean }[] = [];
  const count = Math.min(api.FPDFPath_CountSegments(object), MOST_SEGMENTS);
  for (let index = 0; index < count; index += 1) {
    const segment = api.FPDFPath_GetPathSegment(object, index);
    if (api.FPDFPathSegment_GetPoint(segment, scratch, scratch + 4) === 0) continue;
    const [x = 0, y = 0] = new Float32Array(memory(), scratch, 2);
    const kind = api.FPDFPathSegment_GetType(segment);
    let outline = outlines.at(-1);
    if (outline === undefined || kind === MOVE_TO) {
      outline = { xs: [], ys: [], curves: 0, lines: 0, closed: false };
      outlines.push(outline);
    }
    outline.xs.push(a * x + c * y + e);
    outline.ys.push(b * x + d * y + f);
    if (kind === LINE_TO) outline.lines += 1;
    if (kind === BEZIER_TO) outline.curves += 1;
    if (api.FPDFPathSegment_GetClose(segment) !== 0) outline.closed = true;
  }
  // PDFium counts each of a curve's three points as a separate segment.
  return outlines.map((outline) => ({ ...outline, curves: outline.curves / 3 }));
}
