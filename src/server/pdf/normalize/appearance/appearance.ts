import { PdfDict, PdfName, PdfNumber, PdfRef, PdfStream } from '@libpdf/core';
import type { Rectangle } from '#domain/field/geometry.ts';
import { checkMark, fieldText } from './field-appearance.ts';
import { fieldEntry, fieldWidget, shownValue, type FieldWidget } from '#server/pdf/normalize/fields.ts';
import type { FormStyle } from './form-style.ts';
import {
  dictEntry,
  entry,
  follow,
  nameEntry,
  numberEntry,
  rectangleArray,
  textEntry,
  type ObjectGraph,
} from '#server/pdf/engine/objects.ts';
import { form, setText } from './set-text.ts';
import { shapeOf } from './shape-appearance.ts';

/** A form XObject and the rectangle in user space that it fills. */
export interface Appearance {
  readonly form: PdfRef;
  readonly box: Rectangle;
}

/** Returns what viewers draw for an annotation; null if nothing. */
export function appearanceOf(
  graph: ObjectGraph,
  annotation: PdfDict,
  box: Rectangle,
  style: FormStyle,
): Appearance | null {
  const subtype = nameEntry(graph, annotation, 'Subtype') ?? '';
  if (subtype === 'Widget' || annotation.has('FT')) {
    const form = widgetAppearance(graph, annotation, box, style);
    return form && { form, box };
  }
  const own = ownAppearance(graph, annotation, null, style);
  return own ? { form: own, box } : generatedAppearance(graph, annotation, box, style);
}

function widgetAppearance(
  graph: ObjectGraph,
  annotation: PdfDict,
  box: Rectangle,
  style: FormStyle,
): PdfRef | null {
  const field = fieldWidget(graph, annotation);
  const drawsText = field.fieldType === 'Tx' || field.fieldType === 'Ch';
  const value = drawsText ? shownValue(graph, field) : null;
  const own = ownAppearance(graph, annotation, field, style);
  const isStale = style.needAppearances && value !== null && value !== '';
  if (own && !isStale) return own;
  if (field.fieldType === 'Btn') return own ?? checkMark(graph, field, box);
  return (value !== null ? fieldText(graph, field, box, value, style) : null) ?? own;
}

/** Returns the annotation's own normal appearance in its current state (ISO 32000-2, 12.5.5). */
function ownAppearance(
  graph: ObjectGraph,
  annotation: PdfDict,
  field: FieldWidget | null,
  style: FormStyle,
): PdfRef | null {
  const appearances = dictEntry(graph, annotation, 'AP');
  if (!appearances) return null;
  let holder: PdfDict = appearances;
  let key = 'N';
  const normal = entry(graph, appearances, 'N');
  if (normal instanceof PdfDict && !(normal instanceof PdfStream)) {
    const value = field && fieldEntry(graph, field, 'V');
    holder = normal;
    key = nameEntry(graph, annotation, 'AS') ?? (value instanceof PdfName ? value.value : 'Off');
  }
  const stream = entry(graph, holder, key);
  if (!(stream instanceof PdfStream)) return null;
  completeForm(graph, stream, style);
  const ref = holder.get(key);
  if (ref instanceof PdfRef) return ref;
  const registered = graph.register(stream);
  holder.set(key, registered);
  return registered;
}

/** Completes an appearance: it may lack entries of a form XObject, and take fonts from the form's default resources. */
function completeForm(graph: ObjectGraph, stream: PdfStream, style: FormStyle): void {
  stream.set('Type', PdfName.of('XObject'));
  stream.set('Subtype', PdfName.of('Form'));
  if (!style.resources) return;
  const resources = dictEntry(graph, stream, 'Resources');
  if (!resources) stream.set('Resources', style.resources);
  else if (!resources.has('Font') && style.resources.has('Font')) {
    const fonts = style.resources.get('Font');
    if (fonts) resources.set('Font', fonts);
  }
}

/** Makes what viewers draw for a markup annotation without an appearance. */
function generatedAppearance(
  graph: ObjectGraph,
  annotation: PdfDict,
  box: Rectangle,
  style: FormStyle,
): Appearance | null {
  const subtype = nameEntry(graph, annotation, 'Subtype') ?? '';
  if (subtype === 'FreeText') {
    const drawn = setText(graph, style, box, {
      text: textEntry(graph, annotation, 'Contents') ?? '',
      defaultAppearance: textEntry(graph, annotation, 'DA') ?? '',
      alignment: numberEntry(graph, annotation, 'Q') ?? 0,
      multiline: true,
      comb: null,
      frame: '',
    });
    return { form: drawn, box };
  }
  const shape = shapeOf(graph, annotation, subtype);
  if (!shape) return null;
  const state = PdfDict.of({ CA: PdfNumber.of(shape.opacity), ca: PdfNumber.of(shape.opacity) });
  if (shape.multiply) state.set('BM', PdfName.of('Multiply'));
  const bounds = shape.bounds ?? box;
  const resources = { ExtGState: PdfDict.of({ G: state }) };
  return { form: form(graph, rectangleArray(bounds), `/G gs\n${shape.operators}`, resources), box: bounds };
}

export function appearanceStream(graph: ObjectGraph, ref: PdfRef): PdfDict | null {
  const stream = follow(graph, ref);
  return stream instanceof PdfDict ? stream : null;
}
