import { deflateSync } from 'node:zlib';
import {
  PdfArray,
  PdfBool,
  PdfDict,
  PdfName,
  PdfNumber,
  PdfRef,
  PdfStream,
  PdfString,
  type PDF,
  type PdfObject,
} from '@libpdf/core';

/** The objects of a document while the document is being normalized. */
export interface ObjectGraph {
  readonly pdf: PDF;
  readonly catalog: PdfDict;
  readonly info: PdfDict | null;
  readonly version: string;
  resolve(ref: PdfRef): PdfObject | null;
  register(object: PdfObject): PdfRef;
  /** Returns the reference of an indirect object. A direct object is turned into an indirect one. */
  referenceOf(object: PdfObject): PdfRef;
}

export function createObjectGraph(pdf: PDF): ObjectGraph {
  const { registry } = pdf.context;
  const resolve = (ref: PdfRef) => registry.resolve(ref);
  return {
    pdf,
    catalog: pdf.context.catalog.getDict(),
    info: pdf.context.info.trailer.getDict('Info', resolve) ?? null,
    version: pdf.version,
    resolve,
    register: (object) => registry.register(object),
    referenceOf: (object) => registry.getRef(object) ?? registry.register(object),
  };
}

/**
 * Follows references, including references to references. Returns undefined for null and for missing objects.
 */
export function follow(graph: ObjectGraph, value: PdfObject | undefined): PdfObject | undefined {
  let current = value;
  for (let hop = 0; current instanceof PdfRef && hop < 16; hop += 1)
    current = graph.resolve(current) ?? undefined;
  return current === undefined || current instanceof PdfRef || current.type === 'null' ? undefined : current;
}

export function getEntry(graph: ObjectGraph, dict: PdfDict, key: string): PdfObject | undefined {
  return follow(graph, dict.get(key));
}

/** Returns an entry if it is a dictionary or a stream. */
export function getDictEntry(graph: ObjectGraph, dict: PdfDict, key: string): PdfDict | undefined {
  const value = getEntry(graph, dict, key);
  return value instanceof PdfDict ? value : undefined;
}

export function getArrayEntry(graph: ObjectGraph, dict: PdfDict, key: string): PdfArray | undefined {
  const value = getEntry(graph, dict, key);
  return value instanceof PdfArray ? value : undefined;
}

export function getNameEntry(graph: ObjectGraph, dict: PdfDict, key: string): string | undefined {
  const value = getEntry(graph, dict, key);
  return value instanceof PdfName ? value.value : undefined;
}

/** Returns an entry if it is a finite number. */
export function getNumberEntry(graph: ObjectGraph, dict: PdfDict, key: string): number | undefined {
  const value = getEntry(graph, dict, key);
  return value instanceof PdfNumber && Number.isFinite(value.value) ? value.value : undefined;
}

/**
 * Returns the text of an entry, which is a text string (ISO 32000-2, 7.9.2.2) or a stream with one, as form
 * values may be.
 */
export function getTextEntry(graph: ObjectGraph, dict: PdfDict, key: string): string | undefined {
  const value = getEntry(graph, dict, key);
  if (value instanceof PdfString) return value.asString();
  if (value instanceof PdfStream) return new PdfString(value.getDecodedData()).asString();
  return undefined;
}

/**
 * Decodes the text of a name as UTF-8 (ISO 32000-2, 7.3.5) if its bytes are valid UTF-8, otherwise as
 * Latin-1.
 */
export function decodeName(name: string): string {
  if (/[^\u0000-\u00ff]/.test(name)) return name;
  const text = Buffer.from(name, 'latin1').toString('utf8');
  return text.includes('\ufffd') ? name : text;
}

export function isTrue(graph: ObjectGraph, dict: PdfDict, key: string): boolean {
  const value = getEntry(graph, dict, key);
  return value instanceof PdfBool && value.value;
}

/** Returns the items of an array without following references. */
export function listItems(array: PdfArray | undefined): PdfObject[] {
  if (!array) return [];
  return Array.from(array);
}

/**
 * Returns a key for a reference. libpdf's own reference objects can't be keys, because they are evicted from
 * a bounded cache.
 */
export function toRefKey(ref: PdfRef): string {
  return `${ref.objectNumber} ${ref.generation}`;
}

export function createRectangleArray(box: { x: number; y: number; width: number; height: number }): PdfArray {
  return createNumberArray([box.x, box.y, box.x + box.width, box.y + box.height]);
}

export function createNumberArray(numbers: readonly number[]): PdfArray {
  return new PdfArray(numbers.map((value) => PdfNumber.of(value)));
}

/**
 * Creates a stream that is already compressed, because Node compresses several times faster than libpdf does
 * on saving.
 */
export function createCompressedStream(entries: Record<string, PdfObject>, bytes: Uint8Array): PdfStream {
  return PdfStream.fromDict({ ...entries, Filter: PdfName.of('FlateDecode') }, deflateSync(bytes));
}
