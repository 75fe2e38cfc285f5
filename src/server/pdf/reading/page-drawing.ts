import type { PageBox, Rule, Shape } from '#reading/page/page-facts.ts';
import { joinRules } from '#reading/page/rules.ts';
import {
  type TransformationMatrix,
  intersectRectangles,
  transformRectangle,
} from '#domain/field/geometry.ts';
import { readOutlines } from './path-outlines.ts';
import { type PageSpace, combineMatrices } from '#server/pdf/engine/page-space.ts';
import { classifyOutlines } from './path-shapes.ts';
import type { Pdfium } from '#server/pdf/engine/pdfium.ts';

/** Page object types (fpdf_edit.h, FPDF_PAGEOBJ_…). */
const PATH = 2;
const IMAGE = 3;
const FORM = 5;

/** Limits on objects and nesting, so that a hostile page can't take minutes. */
const MOST_OBJECTS = 30_000;
const DEEPEST = 12;

/** Images thinner than this are lines. In points. */
const THIN_IMAGE = 2;

export type Drawing = { readonly rules: Rule[]; readonly shapes: Shape[]; readonly images: PageBox[] };

type Walk = {
  readonly library: Pdfium;
  readonly scratch: number;
  readonly rules: Rule[];
  readonly shapes: Shape[];
  readonly images: PageBox[];
  left: number;
};

/**
 * Reads what is drawn on a page besides text: rules, shapes and images, clipped to what is visible. Looks
 * into all form XObjects.
 */
export function readDrawing(library: Pdfium, page: number, space: PageSpace): Drawing {
  const scratch = library.allocate(64);
  const walk: Walk = { library, scratch, rules: [], shapes: [], images: [], left: MOST_OBJECTS };
  const visible = { x: 0, y: 0, width: space.width, height: space.height };
  try {
    const count = library.api.FPDFPage_CountObjects(page);
    for (let index = 0; index < count && walk.left > 0; index += 1) {
      readObject(walk, library.api.FPDFPage_GetObject(page, index), space.matrix, visible, 0);
    }
  } finally {
    library.free(scratch);
  }
  return { rules: joinRules(walk.rules), shapes: walk.shapes, images: walk.images };
}

function readObject(
  walk: Walk,
  object: number,
  outer: TransformationMatrix,
  clip: PageBox,
  depth: number,
): void {
  walk.left -= 1;
  const { api } = walk.library;
  const type = api.FPDFPageObj_GetType(object);
  if (type !== PATH && type !== IMAGE && type !== FORM) return;
  const visible = applyClip(walk, object, outer, clip);
  if (visible === null) return;
  const matrix = combineMatrices(readMatrix(walk, object), outer);
  if (type === FORM) {
    if (depth >= DEEPEST) return;
    const count = api.FPDFFormObj_CountObjects(object);
    for (let index = 0; index < count && walk.left > 0; index += 1) {
      readObject(walk, api.FPDFFormObj_GetObject(object, index), matrix, visible, depth + 1);
    }
  } else if (type === IMAGE) {
    const box = intersectRectangles(transformRectangle(matrix, { x: 0, y: 0, width: 1, height: 1 }), visible);
    if (box !== null) takeImage(walk, box);
  } else readPath(walk, object, matrix, visible);
}

function takeImage(walk: Walk, box: PageBox): void {
  if (box.height <= THIN_IMAGE && box.width > 8) {
    walk.rules.push({ ...box, orientation: 'horizontal', luminance: 0, dashed: false });
  } else if (box.width <= THIN_IMAGE && box.height > 4) {
    walk.rules.push({ ...box, orientation: 'vertical', luminance: 0, dashed: false });
  } else walk.images.push(box);
}

function readPath(walk: Walk, object: number, matrix: TransformationMatrix, visible: PageBox): void {
  const { api } = walk.library;
  const at = walk.scratch;
  if (api.FPDFPath_GetDrawMode(object, at, at + 4) === 0) return;
  const [fillMode = 0, strokes = 0] = new Int32Array(walk.library.memory(), at, 2);
  const fill = fillMode === 0 ? null : computeLuminance(walk, object, 'fill');
  const stroke = strokes === 0 ? null : computeLuminance(walk, object, 'stroke');
  if (fill === null && stroke === null) return;
  const outlines = readOutlines(walk.library, object, matrix, at);
  const paint = {
    fill,
    stroke,
    lineWidth: computeLineWidth(walk, object, matrix),
    dashed: isDashed(walk, object),
  };
  const { rules, shapes } = classifyOutlines(outlines, paint);
  for (const rule of rules) {
    const box = clipBox(rule, visible);
    if (box !== null) walk.rules.push({ ...rule, ...box });
  }
  for (const shape of shapes) {
    const box = intersectRectangles(shape, visible);
    if (box !== null) walk.shapes.push({ ...shape, ...box });
  }
}

/**
 * Clips a rule only along its length, because it may have no thickness. Returns null if the rule is outside.
 */
function clipBox(rule: Rule, visible: PageBox): PageBox | null {
  const x = Math.max(rule.x, visible.x);
  const y = Math.max(rule.y, visible.y);
  const right = Math.min(rule.x + rule.width, visible.x + visible.width);
  const bottom = Math.min(rule.y + rule.height, visible.y + visible.height);
  if (right < x || bottom < y) return null;
  return { x, y, width: right - x, height: bottom - y };
}

function applyClip(walk: Walk, object: number, outer: TransformationMatrix, clip: PageBox): PageBox | null {
  const { api } = walk.library;
  const path = api.FPDFPageObj_GetClipPath(object);
  const count = path === 0 ? 0 : api.FPDFClipPath_CountPaths(path);
  let visible: PageBox | null = clip;
  for (let index = 0; index < Math.min(count, 16) && visible !== null; index += 1) {
    const segments = api.FPDFClipPath_CountPathSegments(path, index);
    if (segments <= 0) continue;
    let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity];
    for (let segment = 0; segment < Math.min(segments, 400); segment += 1) {
      const pointer = api.FPDFClipPath_GetPathSegment(path, index, segment);
      if (api.FPDFPathSegment_GetPoint(pointer, walk.scratch, walk.scratch + 4) === 0) continue;
      const [x = 0, y = 0] = new Float32Array(walk.library.memory(), walk.scratch, 2);
      left = Math.min(left, x);
      right = Math.max(right, x);
      bottom = Math.min(bottom, y);
      top = Math.max(top, y);
    }
    if (!Number.isFinite(left)) continue;
    const box = transformRectangle(outer, { x: left, y: bottom, width: right - left, height: top - bottom });
    // Thin clips are used to draw lines. Some slack keeps lines that are exactly on the edge.
    const roomy = { x: box.x - 0.5, y: box.y - 0.5, width: box.width + 1, height: box.height + 1 };
    visible = intersectRectangles(visible, roomy);
  }
  return visible;
}

function readMatrix(walk: Walk, object: number): TransformationMatrix {
  if (walk.library.api.FPDFPageObj_GetMatrix(object, walk.scratch) === 0) return [1, 0, 0, 1, 0, 0];
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = new Float32Array(walk.library.memory(), walk.scratch, 6);
  return [a, b, c, d, e, f];
}

/** Returns the Rec. 601 luma of a color on white paper, or null if the color is almost transparent. */
function computeLuminance(walk: Walk, object: number, what: 'fill' | 'stroke'): number | null {
  const { api } = walk.library;
  const at = walk.scratch;
  const read = what === 'fill' ? api.FPDFPageObj_GetFillColor : api.FPDFPageObj_GetStrokeColor;
  if (read(object, at, at + 4, at + 8, at + 12) === 0) return 0;
  const [red = 0, green = 0, blue = 0, alpha = 255] = new Uint32Array(walk.library.memory(), at, 4);
  if (alpha < 8) return null;
  const luma = (0.299 * red + 0.587 * green + 0.114 * blue) / 255;
  return 1 - (1 - luma) * (alpha / 255);
}

function computeLineWidth(walk: Walk, object: number, matrix: TransformationMatrix): number {
  if (walk.library.api.FPDFPageObj_GetStrokeWidth(object, walk.scratch) === 0) return 0;
  const [width = 0] = new Float32Array(walk.library.memory(), walk.scratch, 1);
  const [a, b, c, d] = matrix;
  return width * Math.sqrt(Math.abs(a * d - b * c));
}

function isDashed(walk: Walk, object: number): boolean {
  return walk.library.api.FPDFPageObj_GetDashCount(object) > 0;
}
