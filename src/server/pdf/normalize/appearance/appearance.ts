import { PdfDict, PdfName, PdfNumber, PdfRef, PdfStream } from '@libpdf/core';
import type { Rectangle } from '#domain/field/geometry.ts';
import { checkMark, drawFieldText } from './field-appearance.ts';
import {
  getFieldEntry,
  readFieldWidget,
  getShownValue,
  type FieldWidget,
} from '#server/pdf/normalize/fields.ts';
import type { FormStyle } from './form-style.ts';
import {
  getDictEntry,
  getEntry,
  follow,
  getNameEntry,
  getNumberEntry,
  createRectangleArray,
  getTextEntry,
  type ObjectGraph,
} from '#server/pdf/engine/objects.ts';
import { registerForm, setText } from './set-text.ts';
import { drawShape } from './shape-appearance.ts';

/** A form XObject and the rectangle in user space that it fills. */
export interface Appearance {
  readonly form: PdfRef;
  readonly box: Rectangle;
}

/** Returns what viewers draw for an annotation; null if nothing. */
export function findAppearance(
  graph: ObjectGraph,
  annotation: PdfDict,
  box: Rectangle,
  style: FormStyle,
): Appearance | null {
  const subtype = getNameEntry(graph, annotation, 'Subtype') ?? '';
  if (subtype === 'Widget' || annotation.has('FT')) {
    const form = findWidgetAppearance(graph, annotation, box, style);
    return form && { form, box };
  }
  const own = findOwnAppearance(graph, annotation, null, style);
  return own ? { form: own, box } : generateAppearance(graph, annotation, box, style);
}

function findWidgetAppearance(
  graph: ObjectGraph,
  annotation: PdfDict,
  box: Rectangle,
  style: FormStyle,
): PdfRef | null {
  const field = readFieldWidget(graph, annotation);
  const drawsText = field.fieldType === 'Tx' || field.fieldType === 'Ch';
  const value = drawsText ? getShownValue(graph, field) : null;
  const own = findOwnAppearance(graph, annotation, field, style);
  const isStale = style.needAppearances && value !== null && value !== '';
  if (own && !isStale) return own;
  if (field.fieldType === 'Btn') return own ?? checkMark(graph, field, box);
  return (value !== null ? drawFieldText(graph, field, box, value, style) : null) ?? own;
}

/** Returns the annotation's own normal appearance in its current state (ISO 32000-2, 12.5.5). */
function findOwnAppearance(
  graph: ObjectGraph,
  annotation: PdfDict,
  field: FieldWidget | null,
  style: FormStyle,
): PdfRef | null {
  const appearances = getDictEntry(graph, annotation, 'AP');
  if (!appearances) return null;
  let holder: PdfDict = appearances;
  let key = 'N';
  const normal = getEntry(graph, appearances, 'N');
  if (normal instanceof PdfDict && !(normal instanceof PdfStream)) {
    const value = field && getFieldEntry(graph, field, 'V');
    holder = normal;
    key = getNameEntry(graph, annotation, 'AS') ?? (value instanceof PdfName ? value.value : 'Off');
  }
  const stream = getEntry(graph, holder, key);
  if (!(stream instanceof PdfStream)) return null;
  completeForm(graph, stream, style);
  const ref = holder.get(key);
  if (ref instanceof PdfRef) return ref;
  const registered = graph.register(stream);
  holder.set(key, registered);
  return registered;
}

/**
 * Completes an appearance: it may lack entries of a form XObject, and take fonts from the form's default
 * resources.
 */
function completeForm(graph: ObjectGraph, stream: PdfStream, style: FormStyle): void {
  stream.set('Type', PdfName.of('XObject'));
  stream.set('Subtype', PdfName.of('Form'));
  if (!style.resources) return;
  const resources = getDictEntry(graph, stream, 'Resources');
  if (!resources) stream.set('Resources', style.resources);
  else if (!resources.has('Font') && style.resources.has('Font')) {
    const fonts = style.resources.get('Font');
    if (fonts) resources.set('Font', fonts);
  }
}

/** Makes what viewers draw for a markup annotation without an appearance. */
function generateAppearance(
  graph: ObjectGraph,
  annotation: PdfDict,
  box: Rectangle,
  style: FormStyle,
): Appearance | null {
  const subtype = getNameEntry(graph, annotation, 'Subtype') ?? '';
  if (subtype === 'FreeText') {
    const drawn = setText(graph, style, box, {
      text: getTextEntry(graph, annotation, 'Contents') ?? '',
      defaultAppearance: getTextEntry(graph, annotation, 'DA') ?? '',
      alignment: getNumberEntry(graph, annotation, 'Q') ?? 0,
      multiline: true,
      comb: null,
      frame: '',
    });
    return { form: drawn, box };
  }
  const shape = drawShape(graph, annotation, subtype);
  if (!shape) return null;
  const state = PdfDict.of({ CA: PdfNumber.of(shape.opacity), ca: PdfNumber.of(shape.opacity) });
  if (shape.multiply) state.set('BM', PdfName.of('Multiply'));
  const bounds = shape.bounds ?? box;
  const resources = { ExtGState: PdfDict.of({ G: state }) };
  return {
    form: registerForm(graph, createRectangleArray(bounds), `/G gs\n${shape.operators}`, resources),
    box: bounds,
  };
}

export function getAppearanceStream(graph: ObjectGraph, ref: PdfRef): PdfDict | null {
  const stream = follow(graph, ref);
  return stream instanceof PdfDict ? stream : null;
}
