import { PdfDict, PdfName, PdfNumber, PdfString, type PdfRef } from '@libpdf/core';
import type { Rectangle } from '#domain/field/geometry.ts';
import { listChoices, getFieldEntry, type FieldWidget } from '#server/pdf/normalize/fields.ts';
import type { FormStyle } from './form-style.ts';
import {
  getArrayEntry,
  getDictEntry,
  getEntry,
  getNameEntry,
  createNumberArray,
  type ObjectGraph,
} from '#server/pdf/engine/objects.ts';
import { registerForm, setText, createStandardFont } from './set-text.ts';
import { getBorderWidth } from './shape-appearance.ts';
import { parseFontName, LINE_HEIGHT, parseFontSize, TEXT_PADDING } from './text-appearance.ts';
import { readNumbers } from '#server/pdf/engine/page-geometry.ts';

const MULTILINE = 1 << 12;
const PASSWORD = 1 << 13;
const COMBO = 1 << 17;
const COMB = 1 << 24;

/** Draws a text or choice field from its value. */
export function drawFieldText(
  graph: ObjectGraph,
  field: FieldWidget,
  box: Rectangle,
  value: string,
  style: FormStyle,
): PdfRef | null {
  if (field.flags & PASSWORD) return null;
  const da =
    getFieldEntry(graph, field, 'DA') ?? (style.dict ? getEntry(graph, style.dict, 'DA') : undefined);
  const quadding = getFieldEntry(graph, field, 'Q');
  const length = getFieldEntry(graph, field, 'MaxLen');
  const maxLength = length instanceof PdfNumber ? length.value : 0;
  const defaultAppearance = da instanceof PdfString ? da.asString() : '';
  if (field.fieldType === 'Ch' && !(field.flags & COMBO)) {
    const list = listChoices(graph, field).map(({ shown }) => shown);
    return setText(graph, style, box, {
      text: list.join('\n'),
      defaultAppearance: `${defaultAppearance} /${parseFontName(defaultAppearance)} ${getListFontSize(defaultAppearance)} Tf`,
      alignment: 0,
      multiline: true,
      comb: null,
      frame: `${drawFrame(graph, field.widget, box)}\n${drawSelection(list.indexOf(value), box, getListFontSize(defaultAppearance))}`,
    });
  }
  return setText(graph, style, box, {
    text: value,
    defaultAppearance,
    alignment: quadding instanceof PdfNumber ? quadding.value : 0,
    multiline: field.fieldType === 'Tx' && (field.flags & MULTILINE) !== 0,
    comb: field.fieldType === 'Tx' && field.flags & COMB && maxLength > 0 ? maxLength : null,
    frame: drawFrame(graph, field.widget, box),
  });
}

const LIST_SIZE = 12;

function getListFontSize(defaultAppearance: string): number {
  return parseFontSize(defaultAppearance) || LIST_SIZE;
}

/** The highlight of a list's selected line, in the color that viewers use. */
function drawSelection(index: number, box: Rectangle, size: number): string {
  if (index < 0) return '';
  const y = box.height - TEXT_PADDING - (index + 1) * size * LINE_HEIGHT;
  return `q 0 0 ${box.width} ${box.height} re W n 0.6 0.76 0.85 rg 1 ${y} ${box.width - 2} ${size * LINE_HEIGHT} re f Q`;
}

/** Draws a widget's background and border (ISO 32000-2, table 192). */
function drawFrame(graph: ObjectGraph, widget: PdfDict, box: Rectangle): string {
  const style = getDictEntry(graph, widget, 'MK');
  if (!style) return '';
  const background = formatColorOperator(graph, style, 'BG', ['g', 'rg', 'k']);
  const border = formatColorOperator(graph, style, 'BC', ['G', 'RG', 'K']);
  // By the specification, no border entry means width 1, but no viewer draws it.
  const width = getBorderWidth(graph, widget) ?? 0;
  const inner = [width / 2, width / 2, box.width - width, box.height - width].join(' ');
  return [
    background ? `q ${background} 0 0 ${box.width} ${box.height} re f Q` : '',
    border && width > 0 ? `q ${border} ${width} w ${inner} re S Q` : '',
  ].join('\n');
}

function formatColorOperator(
  graph: ObjectGraph,
  dict: PdfDict,
  key: string,
  operators: string[],
): string | null {
  const array = getArrayEntry(graph, dict, key);
  const components = array ? readNumbers(array, graph.resolve).filter((value) => value !== undefined) : [];
  const operator = operators[[1, 3, 4].indexOf(components.length)];
  return operator ? `${components.join(' ')} ${operator}` : null;
}

/** Draws a checked box without an appearance: the check of ZapfDingbats. */
export function checkMark(graph: ObjectGraph, field: FieldWidget, box: Rectangle): PdfRef | null {
  const state = getNameEntry(graph, field.widget, 'AS') ?? getName(getFieldEntry(graph, field, 'V'));
  const background = drawFrame(graph, field.widget, box);
  const checked = state !== undefined && state !== 'Off';
  if (!checked && background.trim() === '') return null;
  const size = Math.min(box.width, box.height) * 0.8;
  const x = (box.width - size * 0.85) / 2;
  const y = (box.height - size * 0.7) / 2;
  const mark = checked ? `q BT 0 g /F ${size} Tf ${x} ${y} Td (4) Tj ET Q` : '';
  return registerForm(graph, createNumberArray([0, 0, box.width, box.height]), `${background}\n${mark}`, {
    Font: PdfDict.of({ F: createStandardFont('ZapfDingbats', null) }),
  });
}

function getName(value: unknown): string | undefined {
  return value instanceof PdfName ? value.value : undefined;
}
