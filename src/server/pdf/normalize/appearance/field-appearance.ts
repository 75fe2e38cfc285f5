import { PdfDict, PdfName, PdfNumber, PdfString, type PdfRef } from '@libpdf/core';
import type { Rectangle } from '#domain/field/geometry.ts';
import { choices, fieldEntry, type FieldWidget } from '#server/pdf/normalize/fields.ts';
import type { FormStyle } from './form-style.ts';
import {
  arrayEntry,
  dictEntry,
  entry,
  nameEntry,
  numberArray,
  type ObjectGraph,
} from '#server/pdf/engine/objects.ts';
import { form, setText, standardFont } from './set-text.ts';
import { borderWidth } from './shape-appearance.ts';
import { fontNameIn, LINE_HEIGHT, sizeIn, TEXT_PADDING } from './text-appearance.ts';
import { numbersOf } from '#server/pdf/engine/page-geometry.ts';

const MULTILINE = 1 << 12;
const PASSWORD = 1 << 13;
const COMBO = 1 << 17;
const COMB = 1 << 24;

/** Draws a text or choice field from its value. */
export function fieldText(
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
  const defaultAppearance = da instanceof PdfString ? da.asString() : '';
  if (field.fieldType === 'Ch' && !(field.flags & COMBO)) {
    const list = choices(graph, field).map(({ shown }) => shown);
    return setText(graph, style, box, {
      text: list.join('\n'),
      defaultAppearance: `${defaultAppearance} /${fontNameIn(defaultAppearance)} ${listSize(defaultAppearance)} Tf`,
      alignment: 0,
      multiline: true,
      comb: null,
      frame: `${frame(graph, field.widget, box)}\n${selection(list.indexOf(value), box, listSize(defaultAppearance))}`,
    });
  }
  return setText(graph, style, box, {
    text: value,
    defaultAppearance,
    alignment: quadding instanceof PdfNumber ? quadding.value : 0,
    multiline: field.fieldType === 'Tx' && (field.flags & MULTILINE) !== 0,
    comb: field.fieldType === 'Tx' && field.flags & COMB && maxLength > 0 ? maxLength : null,
    frame: frame(graph, field.widget, box),
  });
}

const LIST_SIZE = 12;

function listSize(defaultAppearance: string): number {
  return sizeIn(defaultAppearance) || LIST_SIZE;
}

/** The highlight of a list's selected line, in the color that viewers use. */
function selection(index: number, box: Rectangle, size: number): string {
  if (index < 0) return '';
  const y = box.height - TEXT_PADDING - (index + 1) * size * LINE_HEIGHT;
  return `q 0 0 ${box.width} ${box.height} re W n 0.6 0.76 0.85 rg 1 ${y} ${box.width - 2} ${size * LINE_HEIGHT} re f Q`;
}

/** Draws a widget's background and border (ISO 32000-2, table 192). */
function frame(graph: ObjectGraph, widget: PdfDict, box: Rectangle): string {
  const style = dictEntry(graph, widget, 'MK');
  if (!style) return '';
  const background = colorOperator(graph, style, 'BG', ['g', 'rg', 'k']);
  const border = colorOperator(graph, style, 'BC', ['G', 'RG', 'K']);
  // By the specification, no border entry means width 1, but no viewer draws it.
  const width = borderWidth(graph, widget) ?? 0;
  const inner = [width / 2, width / 2, box.width - width, box.height - width].join(' ');
  return [
    background ? `q ${background} 0 0 ${box.width} ${box.height} re f Q` : '',
    border && width > 0 ? `q ${border} ${width} w ${inner} re S Q` : '',
  ].join('\n');
}

function colorOperator(graph: ObjectGraph, dict: PdfDict, key: string, operators: string[]): string | null {
  const array = arrayEntry(graph, dict, key);
  const components = array ? numbersOf(array, graph.resolve).filter((value) => value !== undefined) : [];
  const operator = operators[[1, 3, 4].indexOf(components.length)];
  return operator ? `${components.join(' ')} ${operator}` : null;
}

/** Draws a checked box without an appearance: the check of ZapfDingbats. */
export function checkMark(graph: ObjectGraph, field: FieldWidget, box: Rectangle): PdfRef | null {
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
