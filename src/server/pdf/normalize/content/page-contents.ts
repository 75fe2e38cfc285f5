import { PdfArray, PdfDict, PdfRef, PdfStream, type PdfObject } from '@libpdf/core';
import type { FlatAppearance } from '#server/pdf/normalize/annotations.ts';
import { balanceContent, removeHiddenContent } from './edit-content.ts';
import { ContentTooLarge, decodeStream } from '#server/pdf/engine/decode-stream.ts';
import { getDictEntry, follow, listItems, type ObjectGraph } from '#server/pdf/engine/objects.ts';

export interface Rewriting {
  /** Names of hidden layers in the page's resources. */
  readonly names: ReadonlySet<string>;
  /** The streams `q` and `Q`, shared by all pages. */
  readonly save: PdfRef;
  readonly restore: PdfRef;
  readonly drawn: readonly FlatAppearance[];
}

/**
 * Wraps the page's content in `q` and `Q`, closes what it leaves open, and draws the former annotations after
 * it, so that later drawing starts from a fresh graphics state.
 */
export function rewriteContents(
  graph: ObjectGraph,
  page: PdfDict,
  { names, save, restore, drawn }: Rewriting,
): void {
  const streams = registerStreams(graph, page);
  const parts: PdfObject[] = [];
  const content = joinStreams(graph, streams);
  let closing = '';
  let rewritten = false;
  if (!content && names.size > 0 && streams.length > 0) throw new Error('hidden content cannot be read');
  if (content) {
    const visible = names.size > 0 ? removeHiddenContent(content, names) : content;
    const balance = balanceContent(visible);
    closing = balance.closing;
    rewritten = balance.bytes !== content;
    if (rewritten) parts.push(graph.register(PdfStream.fromDict({}, balance.bytes)));
  }
  if (!rewritten) parts.push(...streams.map(({ ref }) => ref));
  if (parts.length > 0) {
    parts.unshift(save);
    if (closing !== '') parts.push(graph.register(PdfStream.fromDict({}, Buffer.from(`\n${closing}`))));
    parts.push(restore);
  }
  if (drawn.length > 0)
    parts.push(graph.register(PdfStream.fromDict({}, drawAnnotations(graph, page, drawn))));
  page.delete('Contents');
  if (parts.length > 0) page.set('Contents', new PdfArray(parts));
}

function registerStreams(graph: ObjectGraph, page: PdfDict): { ref: PdfRef; stream: PdfStream }[] {
  return listContents(graph, page).map(({ item, stream }) => ({
    ref: item instanceof PdfRef ? item : graph.register(stream),
    stream,
  }));
}

/** Returns the content streams of a page. */
export function getContentStreams(graph: ObjectGraph, page: PdfDict): PdfStream[] {
  return listContents(graph, page).map(({ stream }) => stream);
}

function listContents(graph: ObjectGraph, page: PdfDict): { item: PdfObject; stream: PdfStream }[] {
  const value = page.get('Contents');
  const contents = follow(graph, value);
  const listed = contents instanceof PdfArray ? listItems(contents) : value ? [value] : [];
  return listed.flatMap((item) => {
    const stream = follow(graph, item);
    return stream instanceof PdfStream ? [{ item, stream }] : [];
  });
}

/** Joins a page's content streams with white space, as viewers do; null if one can't be unpacked. */
function joinStreams(graph: ObjectGraph, streams: readonly { stream: PdfStream }[]): Uint8Array | null {
  try {
    const parts = streams.map(({ stream }) => decodeStream(graph, stream));
    if (parts.length === 1) return parts[0] ?? null;
    return Buffer.concat(parts.flatMap((part) => [part, Buffer.from('\n')]));
  } catch (error) {
    if (error instanceof ContentTooLarge) throw error;
    return null;
  }
}

/** Draws the former annotations and names them in the page's resources. */
function drawAnnotations(graph: ObjectGraph, page: PdfDict, drawn: readonly FlatAppearance[]): Uint8Array {
  const resources = getDictEntry(graph, page, 'Resources') ?? new PdfDict();
  const objects = getDictEntry(graph, resources, 'XObject') ?? new PdfDict();
  resources.set('XObject', objects);
  page.set('Resources', resources);
  let number = 0;
  const lines = drawn.map(({ appearance, matrix }) => {
    do number += 1;
    while (objects.has(`Flat${number}`));
    objects.set(`Flat${number}`, appearance);
    return `q ${matrix.map((value) => value.toFixed(6)).join(' ')} cm /Flat${number} Do Q\n`;
  });
  return Buffer.from(lines.join(''));
}
