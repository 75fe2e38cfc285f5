import { PdfArray, PdfStream, type PdfDict, type PdfObject } from '@libpdf/core';
import { ContentTooLarge, decodeStream } from './decode-stream.ts';
import {
  getDictEntry,
  follow,
  listItems,
  getNameEntry,
  getNumberEntry,
  type ObjectGraph,
} from './objects.ts';

interface PageTree {
  readonly graph: ObjectGraph;
  readonly pages: readonly PdfDict[];
}

/** Returns how many pages the document claims to have. */
function getStatedPageCount({ graph }: PageTree): number {
  const tree = getDictEntry(graph, graph.catalog, 'Pages');
  return (tree && getNumberEntry(graph, tree, 'Count')) ?? 1;
}

/** Checks that no page and no page content is missing, because nobody should sign half a document. */
export function isWhole(document: PageTree): boolean {
  const { graph, pages } = document;
  if (pages.length < getStatedPageCount(document)) return false;
  return pages.every((page) => listContentParts(graph, page).every((part) => part instanceof PdfStream));
}

function listContentParts(graph: ObjectGraph, page: PdfDict): (PdfObject | undefined)[] {
  const contents = follow(graph, page.get('Contents'));
  if (contents instanceof PdfArray) return listItems(contents).map((part) => follow(graph, part));
  return page.has('Contents') ? [contents] : [];
}

/** Streams shorter than this may unpack to nothing. */
const FEW_BYTES = 16;

/**
 * Checks that libpdf found the pages and their content. It may return another object's dictionary for a page,
 * or nothing for a stream whose keyword is followed by a space.
 */
export function isSound({ graph, pages }: PageTree): boolean {
  // Many pages may share content.
  const parts = new Set<PdfObject | undefined>();
  const arePages = pages.every((page) => {
    for (const part of listContentParts(graph, page)) parts.add(part);
    return getNameEntry(graph, page, 'Type') === 'Page' || page.has('Contents') || page.has('Parent');
  });
  return arePages && [...parts].every((part) => canUnpack(graph, part));
}

function canUnpack(graph: ObjectGraph, stream: PdfObject | undefined): boolean {
  if (!(stream instanceof PdfStream) || stream.data.length < FEW_BYTES) return true;
  try {
    return decodeStream(graph, stream).length > 0;
  } catch (error) {
    // Normalizing refuses such a document, with the right reason.
    return error instanceof ContentTooLarge;
  }
}
