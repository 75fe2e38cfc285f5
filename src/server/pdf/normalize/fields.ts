import { PdfArray, PdfDict, PdfName, PdfStream, PdfString, type PdfObject } from '@libpdf/core';
import type { DocumentFormField, FormFieldKind } from '#domain/document/intake.ts';
import { toPageFraction, intersectRectangles } from '#domain/field/geometry.ts';
import {
  getArrayEntry,
  getDictEntry,
  getEntry,
  follow,
  listItems,
  getNameEntry,
  decodeName,
  getNumberEntry,
  getTextEntry,
  type ObjectGraph,
} from '#server/pdf/engine/objects.ts';
import { readRectangle, type PageGeometry } from '#server/pdf/engine/page-geometry.ts';

/** Field flags (ISO 32000-2, tables 227, 229 and 231). */
const READ_ONLY = 1 << 0;
const REQUIRED = 1 << 1;
const RADIO = 1 << 15;
const PUSH_BUTTON = 1 << 16;

/** Deeper field hierarchies are treated as hostile. */
const MAX_DEPTH = 32;

/** A widget with what it inherits from its field. */
export interface FieldWidget {
  readonly widget: PdfDict;
  /** The widget and its ancestors, nearest first. */
  readonly lineage: readonly PdfDict[];
  readonly fieldType: string;
  readonly flags: number;
}

/** Reads what a widget inherits from its field (ISO 32000-2, 12.7.4.1). */
export function readFieldWidget(graph: ObjectGraph, widget: PdfDict): FieldWidget {
  const lineage: PdfDict[] = [widget];
  for (
    let parent = getDictEntry(graph, widget, 'Parent');
    parent;
    parent = getDictEntry(graph, parent, 'Parent')
  ) {
    if (lineage.includes(parent) || lineage.length > MAX_DEPTH) break;
    lineage.push(parent);
  }
  const type = getFieldEntry(graph, { lineage }, 'FT');
  const flags =
    lineage.map((dict) => getNumberEntry(graph, dict, 'Ff')).find((value) => value !== undefined) ?? 0;
  return { widget, lineage, fieldType: type instanceof PdfName ? type.value : '', flags };
}

/** Returns an inheritable entry of a field. */
export function getFieldEntry(
  graph: ObjectGraph,
  field: Pick<FieldWidget, 'lineage'>,
  key: string,
): PdfObject | undefined {
  for (const dict of field.lineage) {
    const value = getEntry(graph, dict, key);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Maps a field to our kinds; null for push buttons, which have no value. */
function getFieldKind(field: FieldWidget): FormFieldKind | null {
  switch (field.fieldType) {
    case 'Tx':
      return 'text';
    case 'Btn':
      if (field.flags & PUSH_BUTTON) return null;
      return field.flags & RADIO ? 'radio' : 'checkbox';
    case 'Ch':
      return 'dropdown';
    case 'Sig':
      return 'signature';
    default:
      return null;
  }
}

/** Describes a form field's widget on a page; null if it has no value or is outside the visible page. */
export function describeField(
  graph: ObjectGraph,
  field: FieldWidget,
  page: number,
  geometry: PageGeometry,
): DocumentFormField | null {
  const kind = getFieldKind(field);
  const box = readRectangle(getEntry(graph, field.widget, 'Rect'), graph.resolve);
  const visible = box && intersectRectangles(box, geometry.box);
  if (!kind || !visible) return null;
  const place = toPageFraction(visible, geometry.box, geometry.rotate);
  return {
    name: getQualifiedName(graph, field),
    kind,
    page,
    ...place,
    label: field.lineage.map((dict) => getTextEntry(graph, dict, 'TU')).find((text) => text) ?? null,
    required: (field.flags & REQUIRED) !== 0,
    readOnly: (field.flags & READ_ONLY) !== 0,
    options: listOptions(graph, field, kind),
    value: readValue(graph, field, kind),
  };
}

/** Returns the fully qualified name, which all widgets of a field share; empty if it has none. */
export function getQualifiedName(graph: ObjectGraph, field: FieldWidget): string {
  return field.lineage
    .map((dict) => getTextEntry(graph, dict, 'T'))
    .filter((name) => name !== undefined && name !== '')
    .reverse()
    .join('.');
}

function listOptions(graph: ObjectGraph, field: FieldWidget, kind: FormFieldKind): string[] {
  if (kind === 'checkbox' || kind === 'radio') {
    const state = onState(graph, field.widget);
    const option = findExportValue(graph, field) ?? (state === null ? null : decodeName(state));
    return option === null ? [] : [option];
  }
  return kind === 'dropdown' ? listChoices(graph, field).map(({ shown }) => shown) : [];
}

/**
 * Finds what a widget stands for where its field lists that, one text for each of its widgets (ISO 32000-2,
 * 12.7.5.2.3).
 */
function findExportValue(graph: ObjectGraph, field: FieldWidget): string | null {
  const listed = getFieldEntry(graph, field, 'Opt');
  const kids = field.lineage
    .map((dict) => getEntry(graph, dict, 'Kids'))
    .find((value) => value !== undefined);
  if (!(listed instanceof PdfArray) || !(kids instanceof PdfArray)) return null;
  const place = listItems(kids).findIndex((kid) => follow(graph, kid) === field.widget);
  const text = place === -1 ? null : readFieldText(graph, follow(graph, listed.at(place)));
  return text === '' ? null : text;
}

/** Returns the options of a choice field: stored and shown values (ISO 32000-2, table 234). */
export function listChoices(graph: ObjectGraph, field: FieldWidget): { stored: string; shown: string }[] {
  const listed = getFieldEntry(graph, field, 'Opt');
  return listItems(listed instanceof PdfArray ? listed : undefined).flatMap((option) => {
    const value = follow(graph, option);
    const pair = value instanceof PdfArray ? [value.at(0), value.at(1) ?? value.at(0)] : [value, value];
    const [stored, shown] = pair.map((part) => readFieldText(graph, follow(graph, part)));
    return stored != null && shown != null ? [{ stored, shown }] : [];
  });
}

/** Returns what viewers show for the value of a text or choice field; null without a value. */
export function getShownValue(graph: ObjectGraph, field: FieldWidget): string | null {
  const value = readFieldText(graph, getFieldEntry(graph, field, 'V'));
  if (field.fieldType !== 'Ch') return value;
  return listChoices(graph, field).find(({ stored }) => stored === value)?.shown ?? value;
}

/** Returns the name of a checkbox's or radio button's on state: the one that isn't Off. */
function onState(graph: ObjectGraph, widget: PdfDict): string | null {
  const appearances = getDictEntry(graph, widget, 'AP');
  const normal = appearances && getDictEntry(graph, appearances, 'N');
  if (!normal || normal instanceof PdfStream) return null;
  return [...normal.keys()].map((key) => key.value).find((name) => name !== 'Off') ?? null;
}

function readValue(graph: ObjectGraph, field: FieldWidget, kind: FormFieldKind): string | null {
  if (kind === 'signature') return null;
  const value = getFieldEntry(graph, field, 'V');
  if (kind === 'checkbox') {
    const state = getNameEntry(graph, field.widget, 'AS') ?? (value instanceof PdfName ? value.value : 'Off');
    return state === 'Off' ? 'false' : 'true';
  }
  if (value instanceof PdfName) return value.value === 'Off' ? null : decodeName(value.value);
  return getShownValue(graph, field);
}

/** Returns the text of a field's value: a string, a stream, or the first of several choices. */
function readFieldText(graph: ObjectGraph, value: PdfObject | undefined): string | null {
  if (value instanceof PdfArray) return readFieldText(graph, follow(graph, value.at(0)));
  if (value instanceof PdfString) return value.asString();
  if (value instanceof PdfStream) return new PdfString(value.getDecodedData()).asString();
  return null;
}

/**
 * Checks for a signature: a signature field whose value has a byte range or contents (ISO 32000-2, 12.8.1),
 * on a page or not, or a certification.
 */
export function isSigned(graph: ObjectGraph): boolean {
  const permissions = getDictEntry(graph, graph.catalog, 'Perms');
  if (permissions && isSignature(graph, getDictEntry(graph, permissions, 'DocMDP'))) return true;
  const form = getDictEntry(graph, graph.catalog, 'AcroForm');
  if (!form) return false;
  const seen = new Set<PdfDict>();
  const pending = [...listItems(getArrayEntry(graph, form, 'Fields'))];
  while (pending.length > 0) {
    const field = follow(graph, pending.pop());
    if (!(field instanceof PdfDict) || seen.has(field)) continue;
    seen.add(field);
    if (isSignature(graph, getFieldEntry(graph, readFieldWidget(graph, field), 'V'))) return true;
    pending.push(...listItems(getArrayEntry(graph, field, 'Kids')));
  }
  return false;
}

/** Checks that a signature field's value is a signature, not just constraints for one. */
export function isSignature(graph: ObjectGraph, value: PdfObject | undefined): boolean {
  if (!(value instanceof PdfDict)) return false;
  return (
    getEntry(graph, value, 'ByteRange') !== undefined || getEntry(graph, value, 'Contents') !== undefined
  );
}
