import { PdfArray, PdfDict, PdfName, PdfNumber, PdfRef, PdfStream, PdfString } from '@libpdf/core';
import type { Rectangle } from '#domain/field/geometry.ts';
import { fieldEntry, fieldWidget, textOf, type FieldWidget } from './normalise-fields.ts';
import {
  arrayEntry,
  dictEntry,
  entry,
  follow,
  isTrue,
  nameEntry,
  numberArray,
  numberEntry,
  rectangleArray,
  textEntry,
  type ObjectGraph,
} from './normalise-objects.ts';
import { borderWidth, shapeOf } from './normalise-shape-appearance.ts';
import { fontNameIn, nearestStandardFont, textOperators } from './normalise-text-appearance.ts';
import { numbersOf } from './page-geometry.ts';

const MULTILINE = 1 << 12;
const PASSWORD = 1 << 13;
const COMBO = 1 << 17;
const COMB = 1 << 24;

/** The form of a document, as far as it decides how fields look. */
export interface FormStyle {
  readonly dict: PdfDict | null;
  readonly resources: PdfDict | null;
  /** The document asks viewers to draw text fields anew from their values. */
  readonly needAppearances: boolean;
}

/** Reads the style of a document's form. */
export function formStyle(graph: ObjectGraph): FormStyle {
  const dict = dictEntry(graph, graph.catalog, 'AcroForm') ?? null;
  return {
    dict,
    resources: (dict && dictEntry(graph, dict, 'DR')) ?? null,
    needAppearances: dict !== null && isTrue(graph, dict, 'NeedAppearances'),
  };
}

/** A form XObject and the rectangle of the page's user space that it fills. */
export interface Appearance {
  readonly form: PdfRef;
  readonly box: Rectangle;
}

/** What shows an annotation as a viewer does; null when a viewer shows nothing. */
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
  return own ? { form: own, box } : generatedAppearance(graph, annotation, box, subtype);
}

function widgetAppearance(
  graph: ObjectGraph,
  annotation: PdfDict,
  box: Rectangle,
  style: FormStyle,
): PdfRef | null {
  const field = fieldWidget(graph, annotation);
  const drawsText = field.fieldType === 'Tx' || field.fieldType === 'Ch';
  const value = drawsText ? textOf(graph, fieldEntry(graph, field, 'V')) : null;
  const own = ownAppearance(graph, annotation, field, style);
  const isList = field.fieldType === 'Ch' && !(field.flags & COMBO);
  const isStale = style.needAppearances && value !== null && value !== '' && !isList;
  if (own && !isStale) return own;
  if (field.fieldType === 'Btn') return own ?? checkMark(graph, field, box);
  return (value !== null ? fieldText(graph, field, box, value, style) : null) ?? own;
}

/** The normal appearance that the annotation brings, in its current state (ISO 32000-2, 12.5.5). */
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

/** Appearances may leave out what a form XObject needs, and take fonts from the form's default resources. */
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

/** Draws a text or choice field from its value. */
function fieldText(
  graph: ObjectGraph,
  field: FieldWidget,
  box: Rectangle,
  value: string,
  style: FormStyle,
): PdfRef | null {
  if (field.flags & PASSWORD) return null;
  const da = fieldEntry(graph, field, 'DA') ?? (style.dict ? entry(graph, style.dict, 'DA') : undefined);
  const quadding = fieldEntry(graph, field, 'Q');
  const length = fieldEntry(graph, field, 'MaxLen');
  const maxLength = length instanceof PdfNumber ? length.value : 0;
  return setText(graph, box, {
    text: value,
    defaultAppearance: da instanceof PdfString ? da.asString() : '',
    alignment: quadding instanceof PdfNumber ? quadding.value : 0,
    multiline: field.fieldType === 'Tx' && (field.flags & MULTILINE) !== 0,
    comb: field.fieldType === 'Tx' && field.flags & COMB && maxLength > 0 ? maxLength : null,
    frame: frame(graph, field.widget, box),
    fonts: (style.resources && dictEntry(graph, style.resources, 'Font')) ?? null,
  });
}

interface TextBox {
  readonly text: string;
  readonly defaultAppearance: string;
  readonly alignment: number;
  readonly multiline: boolean;
  readonly comb: number | null;
  readonly frame: string;
  readonly fonts: PdfDict | null;
}

function setText(graph: ObjectGraph, box: Rectangle, text: TextBox): PdfRef | null {
  const fontName = fontNameIn(text.defaultAppearance);
  const declared = text.fonts && dictEntry(graph, text.fonts, fontName);
  const font = nearestStandardFont((declared && nameEntry(graph, declared, 'BaseFont')) ?? fontName);
  const operators = textOperators({
    text: text.text,
    width: box.width,
    height: box.height,
    defaultAppearance: text.defaultAppearance,
    font,
    alignment: text.alignment === 1 ? 'center' : text.alignment === 2 ? 'right' : 'left',
    multiline: text.multiline,
    comb: text.comb,
  });
  if (operators === null) return null;
  return form(graph, numberArray([0, 0, box.width, box.height]), `${text.frame}\n${operators}`, {
    Font: PdfDict.of({ F: standardFont(font, 'WinAnsiEncoding') }),
  });
}

/** Background and border that a widget asks for (ISO 32000-2, table 192). */
function frame(graph: ObjectGraph, widget: PdfDict, box: Rectangle): string {
  const style = dictEntry(graph, widget, 'MK');
  if (!style) return '';
  const background = colourOperator(graph, style, 'BG', ['g', 'rg', 'k']);
  const border = colourOperator(graph, style, 'BC', ['G', 'RG', 'K']);
  // Without a border entry the specification asks for a width of 1; no viewer draws it.
  const width = borderWidth(graph, widget) ?? 0;
  const inner = [width / 2, width / 2, box.width - width, box.height - width].join(' ');
  return [
    background ? `q ${background} 0 0 ${box.width} ${box.height} re f Q` : '',
    border && width > 0 ? `q ${border} ${width} w ${inner} re S Q` : '',
  ].join('\n');
}

function colourOperator(graph: ObjectGraph, dict: PdfDict, key: string, operators: string[]): string | null {
  const array = arrayEntry(graph, dict, key);
  const components = array ? numbersOf(array, graph.resolve).filter((value) => value !== undefined) : [];
  const operator = operators[[1, 3, 4].indexOf(components.length)];
  return operator ? `${components.join(' ')} ${operator}` : null;
}

/** The mark of a checked box that brings no appearance: the check of ZapfDingbats. */
function checkMark(graph: ObjectGraph, field: FieldWidget, box: Rectangle): PdfRef | null {
  const state = nameEntry(graph, field.widget, 'AS') ?? nameOf(fieldEntry(graph, field, 'V'));
  const background = frame(graph, field.widget, box);
  const checked = state !== undefined && state !== 'Off';
  if (!checked && background.trim() === '') return null;
  const size = Math.min(box.width, box.height) * 0.8;
  const x = (box.width - size * 0.85) / 2;
  const y = (box.height - size * 0.7) / 2;
  const mark = checked ? `q BT 0 g /F ${size} Tf ${x} ${y} Td (4) Tj ET Q` : '';
  return form(graph, numberArray([0, 0, box.width, box.height]), `${background}\n${mark}`, {
    Font: PdfDict.of({ F: standardFont('ZapfDingbats', null) }),
  });
}

function nameOf(value: unknown): string | undefined {
  return value instanceof PdfName ? value.value : undefined;
}

/** What viewers draw for a markup annotation without an appearance. */
function generatedAppearance(
  graph: ObjectGraph,
  annotation: PdfDict,
  box: Rectangle,
  subtype: string,
): Appearance | null {
  if (subtype === 'FreeText') {
    const form = setText(graph, box, {
      text: textEntry(graph, annotation, 'Contents') ?? '',
      defaultAppearance: textEntry(graph, annotation, 'DA') ?? '',
      alignment: numberEntry(graph, annotation, 'Q') ?? 0,
      multiline: true,
      comb: null,
      frame: '',
      fonts: null,
    });
    return form && { form, box };
  }
  const shape = shapeOf(graph, annotation, subtype);
  if (!shape) return null;
  const state = PdfDict.of({ CA: PdfNumber.of(shape.opacity), ca: PdfNumber.of(shape.opacity) });
  if (shape.multiply) state.set('BM', PdfName.of('Multiply'));
  const bounds = shape.bounds ?? box;
  const resources = { ExtGState: PdfDict.of({ G: state }) };
  return { form: form(graph, rectangleArray(bounds), `/G gs\n${shape.operators}`, resources), box: bounds };
}

function form(
  graph: ObjectGraph,
  boundingBox: PdfArray,
  operators: string,
  resources: Record<string, PdfDict>,
): PdfRef {
  const entries = {
    Type: PdfName.of('XObject'),
    Subtype: PdfName.of('Form'),
    BBox: boundingBox,
    Resources: PdfDict.of(resources),
  };
  return graph.register(PdfStream.fromDict(entries, Buffer.from(operators, 'latin1')));
}

function standardFont(name: string, encoding: string | null): PdfDict {
  const font = PdfDict.of({
    Type: PdfName.of('Font'),
    Subtype: PdfName.of('Type1'),
    BaseFont: PdfName.of(name),
  });
  if (encoding) font.set('Encoding', PdfName.of(encoding));
  return font;
}

/** The stream behind an appearance. */
export function appearanceStream(graph: ObjectGraph, ref: PdfRef): PdfDict | null {
  const stream = follow(graph, ref);
  return stream instanceof PdfDict ? stream : null;
}
