import { constants, inflateSync } from 'node:zlib';
import { PdfArray, PdfDict, PdfName, PdfStream } from '@libpdf/core';
import { getDictEntry, getEntry, follow, listItems, type ObjectGraph } from './objects.ts';
import { getErrorCode } from '#domain/error-code.ts';

/** A content stream that unpacks to more than this is treated as an attack on memory. */
const MAX_CONTENT_BYTES = 64 * 1024 * 1024;

/** A content stream exceeds `MAX_CONTENT_BYTES`. */
export class ContentTooLarge extends Error {}

/**
 * Unpacks a content stream.
 * @throws ContentTooLarge; any other error if a filter is unknown or the stream's data is damaged.
 */
export function decodeStream(graph: ObjectGraph, stream: PdfStream): Uint8Array {
  const filters = filterNames(graph, stream);
  if (filters.length === 0) return stream.data;
  const parameters = getDictEntry(graph, stream, 'DecodeParms') ?? getEntry(graph, stream, 'DecodeParms');
  const only = filters.length === 1 ? filters[0] : undefined;
  const bytes =
    (only === 'FlateDecode' || only === 'Fl') && parameters === undefined
      ? inflate(stream)
      : resolveFilters(graph, stream, filters).getDecodedData();
  if (bytes.length > MAX_CONTENT_BYTES) throw new ContentTooLarge('a content stream is too large');
  return bytes;
}

function filterNames(graph: ObjectGraph, stream: PdfStream): string[] {
  const filter = getEntry(graph, stream, 'Filter');
  const listed = filter instanceof PdfArray ? listItems(filter) : filter ? [filter] : [];
  return listed
    .map((item) => follow(graph, item))
    .filter((item): item is PdfName => item instanceof PdfName)
    .map((name) => name.value);
}

/** Returns as much as possible of a stream that ends too early, as viewers do. */
function inflate(stream: PdfStream): Uint8Array {
  try {
    return inflateSync(stream.data, {
      maxOutputLength: MAX_CONTENT_BYTES,
      finishFlush: constants.Z_SYNC_FLUSH,
    });
  } catch (error) {
    if (isTooLarge(error)) throw new ContentTooLarge('a content stream is too large');
    return stream.getDecodedData();
  }
}

function isTooLarge(error: unknown): boolean {
  return getErrorCode(error) === 'ERR_BUFFER_TOO_LARGE';
}

/**
 * Replaces references in filters and their parameters by the objects that they refer to, because libpdf
 * doesn't follow them.
 */
function resolveFilters(graph: ObjectGraph, stream: PdfStream, filters: readonly string[]): PdfStream {
  const copy = new PdfStream([], stream.data);
  copy.set('Filter', new PdfArray(filters.map((name) => PdfName.of(name))));
  const parameters = getEntry(graph, stream, 'DecodeParms');
  const listed = parameters instanceof PdfArray ? listItems(parameters) : parameters ? [parameters] : [];
  const dicts = listed.map((item) => {
    const dict = follow(graph, item);
    return dict instanceof PdfDict ? dict : new PdfDict();
  });
  if (dicts.length > 0) copy.set('DecodeParms', new PdfArray(dicts));
  return copy;
}
