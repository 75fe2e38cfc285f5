import {
  type PDF,
  PdfArray,
  PdfBool,
  PdfDict,
  PdfName,
  PdfNumber,
  PdfRef,
  PdfStream,
  PdfString,
  type PdfObject,
} from '@libpdf/core';
import { NULL, type PdfValue, type Revision } from '#domain/revision/objects.ts';
import { loadPdf } from '#server/pdf/engine/load-pdf.ts';
import { toRefKey } from '#server/pdf/engine/objects.ts';

/**
 * Reads the state of a file that consists of its first `length` bytes. Objects are converted when they are
 * requested.
 * @throws if these bytes aren't a complete file, because its objects would have to be searched for
 */
export async function readRevision(bytes: Uint8Array, length = bytes.length): Promise<Revision> {
  const pdf = await loadPdf(bytes.subarray(0, length));
  if (pdf.recoveredViaBruteForce) throw new Error("the document's cross-references are damaged");
  return toRevision(pdf);
}

/**
 * Exposes the objects of an open document as plain data. The objects must not be changed while it is in use.
 */
export function toRevision(pdf: PDF): Revision {
  const root = pdf.context.info.trailer.getRef('Root');
  if (!root) throw new Error('the document has no catalog');
  const known = new Map<string, PdfValue>();
  return {
    root: toRefKey(root),
    get(id) {
      const value = known.get(id) ?? toValue(pdf.context.resolve(parseReference(id)) ?? undefined);
      known.set(id, value);
      return value;
    },
  };
}

/** Returns the reference for an object's ID. */
export function parseReference(id: string): PdfRef {
  const [objectNumber = 0, generation = 0] = id.split(' ').map(Number);
  return PdfRef.of(objectNumber, generation);
}

function toValue(object: PdfObject | undefined): PdfValue {
  if (object instanceof PdfStream) return { kind: 'stream', entries: toEntries(object), bytes: object.data };
  if (object instanceof PdfDict) return { kind: 'dictionary', entries: toEntries(object) };
  if (object instanceof PdfArray) return { kind: 'array', items: Array.from(object, toValue) };
  if (object instanceof PdfRef) return { kind: 'reference', id: toRefKey(object) };
  if (object instanceof PdfName) return { kind: 'name', name: object.value };
  if (object instanceof PdfString) return { kind: 'string', bytes: object.bytes, text: object.asString() };
  if (object instanceof PdfNumber) return { kind: 'number', value: object.value };
  if (object instanceof PdfBool) return { kind: 'boolean', value: object.value };
  return NULL;
}

/** Leaves out the length of a stream, because its bytes already have one. */
function toEntries(object: PdfDict): ReadonlyMap<string, PdfValue> {
  const entries = new Map<string, PdfValue>();
  for (const [key, value] of object)
    if (!(object instanceof PdfStream) || key.value !== 'Length') entries.set(key.value, toValue(value));
  return entries;
}
