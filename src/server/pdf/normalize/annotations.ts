import { PdfDict, PdfName, type PdfRef, type PdfObject } from '@libpdf/core';
import type { DocumentFormField } from '#domain/document/intake.ts';
import type { NoticeList } from '#domain/document/notices.ts';
import { transformRectangle, type Rectangle, type TransformationMatrix } from '#domain/field/geometry.ts';
import { findAppearance, getAppearanceStream } from './appearance/appearance.ts';
import type { FormStyle } from './appearance/form-style.ts';
import { isHarmlessAction } from './sanitize.ts';
import { describeField, getFieldEntry, readFieldWidget, isSignature, getQualifiedName } from './fields.ts';
import type { Layers } from './layers.ts';
import {
  getArrayEntry,
  getDictEntry,
  follow,
  listItems,
  getNameEntry,
  getNumberEntry,
  type ObjectGraph,
} from '#server/pdf/engine/objects.ts';
import { readRectangle, readNumbers, measurePage } from '#server/pdf/engine/page-geometry.ts';

/** Flags that hide an annotation on screen (ISO 32000-2, table 167). */
const INVISIBLE = 1;
const HIDDEN = 1 << 1;
const NO_VIEW = 1 << 5;

/** Types of annotations that viewers don't draw on the page. */
const NOT_DRAWN = new Set(['Popup', 'TrapNet']);

export interface FlattenScope {
  readonly graph: ObjectGraph;
  readonly layers: Layers;
  readonly style: FormStyle;
  readonly notices: NoticeList;
}

/** An annotation as page content: an XObject and the matrix that places it. */
export interface FlatAppearance {
  readonly appearance: PdfRef;
  readonly matrix: TransformationMatrix;
}

export interface FlatPage {
  readonly drawn: readonly FlatAppearance[];
  readonly links: readonly PdfDict[];
  readonly fields: readonly DocumentFormField[];
  readonly signed: boolean;
}

/** Splits a page's annotations into drawings, links to keep, and form fields. */
export function flattenAnnotations(scope: FlattenScope, page: PdfDict, pageNumber: number): FlatPage {
  const { graph, notices } = scope;
  const geometry = measurePage({ dict: page }, graph.resolve);
  const drawn: FlatAppearance[] = [];
  const links: PdfDict[] = [];
  const fields: DocumentFormField[] = [];
  let signed = false;
  for (const item of listItems(getArrayEntry(graph, page, 'Annots'))) {
    const annotation = follow(graph, item);
    if (!(annotation instanceof PdfDict)) continue;
    noteActions(scope, annotation);
    const subtype = getNameEntry(graph, annotation, 'Subtype');
    if (subtype === 'FileAttachment') notices.add('embedded_files', getDictEntry(graph, annotation, 'FS'));
    if (subtype === 'Widget' || annotation.has('FT')) {
      const field = readFieldWidget(graph, annotation);
      notices.add('form_fields', getQualifiedName(graph, field) || annotation);
      for (const dict of field.lineage) noteActions(scope, dict);
      if (isSignature(graph, getFieldEntry(graph, field, 'V'))) signed = true;
      const description = isShown(scope, annotation) && describeField(graph, field, pageNumber, geometry);
      if (description) fields.push(description);
    } else if (subtype === 'Link') {
      const link = copyHarmlessLink(graph, annotation);
      if (link && isShown(scope, annotation)) links.push(link);
      if (link) continue;
      // The border of a removed link is still visible content, so the link stays in the notice.
    } else notices.add('annotations', NOT_DRAWN.has(subtype ?? '') ? undefined : annotation);
    const flat = flattenAppearance(scope, annotation);
    if (flat) drawn.push(flat);
  }
  return { drawn, links, fields, signed };
}

/** Checks whether viewers show an annotation on screen, by its flags and its layer. */
export function isShown(
  { graph, layers }: Pick<FlattenScope, 'graph' | 'layers'>,
  annotation: PdfDict,
): boolean {
  const flags = getNumberEntry(graph, annotation, 'F') ?? 0;
  return (flags & (INVISIBLE | HIDDEN | NO_VIEW)) === 0 && !layers.hides(annotation.get('OC'));
}

function flattenAppearance(scope: FlattenScope, annotation: PdfDict): FlatAppearance | null {
  const { graph, style } = scope;
  if (!isShown(scope, annotation) || NOT_DRAWN.has(getNameEntry(graph, annotation, 'Subtype') ?? ''))
    return null;
  const box = readRectangle(follow(graph, annotation.get('Rect')), graph.resolve);
  if (!box) return null;
  const appearance = findAppearance(graph, annotation, box, style);
  const stream = appearance && getAppearanceStream(graph, appearance.form);
  if (!appearance || !stream) return null;
  const matrix = fitAppearance(graph, stream, appearance.box);
  return matrix && { appearance: appearance.form, matrix };
}

/** Fits an appearance into the annotation's rectangle (ISO 32000-2, 12.5.5, algorithm 8). */
function fitAppearance(graph: ObjectGraph, stream: PdfDict, box: Rectangle): TransformationMatrix | null {
  const bounds = readRectangle(follow(graph, stream.get('BBox')), graph.resolve);
  if (!bounds) return null;
  const transformed = transformRectangle(getFormMatrix(graph, stream), bounds);
  if (transformed.width === 0 || transformed.height === 0) return null;
  const scaleX = box.width / transformed.width;
  const scaleY = box.height / transformed.height;
  return [scaleX, 0, 0, scaleY, box.x - transformed.x * scaleX, box.y - transformed.y * scaleY];
}

function getFormMatrix(graph: ObjectGraph, stream: PdfDict): TransformationMatrix {
  const array = getArrayEntry(graph, stream, 'Matrix');
  const [a, b, c, d, e, f] = array ? readNumbers(array, graph.resolve) : [];
  const known = [a, b, c, d, e, f].every((value) => value !== undefined);
  return known ? [a ?? 1, b ?? 0, c ?? 0, d ?? 1, e ?? 0, f ?? 0] : [1, 0, 0, 1, 0, 0];
}

/** Entries that links keep. */
const LINK_ENTRIES = [
  'Rect',
  'QuadPoints',
  'Border',
  'BS',
  'C',
  'H',
  'F',
  'StructParent',
  'Contents',
  'Dest',
  'A',
];

/**
 * Copies a link if it only leads to a place in the document, or to a web or email address; null otherwise.
 */
function copyHarmlessLink(graph: ObjectGraph, annotation: PdfDict): PdfDict | null {
  const action = getDictEntry(graph, annotation, 'A');
  if (action && !isHarmlessAction(graph, action)) return null;
  if (!action && !annotation.has('Dest')) return null;
  const link = PdfDict.of({ Type: PdfName.of('Annot'), Subtype: PdfName.of('Link') });
  for (const key of LINK_ENTRIES) {
    const value: PdfObject | undefined = annotation.get(key);
    if (value !== undefined) link.set(key, value);
  }
  return readRectangle(follow(graph, annotation.get('Rect')), graph.resolve) ? link : null;
}

/** Notes additional actions, and any action that isn't a harmless link. */
export function noteActions(
  { graph, notices }: Pick<FlattenScope, 'graph' | 'notices'>,
  dict: PdfDict,
): void {
  const single = getDictEntry(graph, dict, 'A');
  const additional = getDictEntry(graph, dict, 'AA');
  const actions = single ? [single] : [];
  for (const [, value] of additional ?? new PdfDict()) {
    const action = follow(graph, value);
    if (action instanceof PdfDict) actions.push(action);
  }
  for (const action of actions) {
    if (action.has('JS') || getNameEntry(graph, action, 'S') === 'JavaScript') notices.add('javascript');
    if (!isHarmlessAction(graph, action) || action.has('Next')) notices.add('actions');
  }
}
