import type { PdfDict, PdfStream } from '@libpdf/core';
import { ContentTooLarge, decodeStream } from '#server/pdf/engine/decode-stream.ts';
import type { ObjectGraph } from '#server/pdf/engine/objects.ts';
import { getContentStreams } from './page-contents.ts';

/** What all pages together may draw. More couldn't be read within the time limit. */
const MAX_DRAWN_BYTES = 384 * 1024 * 1024;
/** The best ratio of the deflate algorithm. */
const MOST_DEFLATED = 1_032;

/**
 * Refuses pages that draw too much together, such as many pages with the same long content, before anything
 * else looks at them.
 * @throws ContentTooLarge
 */
export function limitDrawnBytes(graph: ObjectGraph, pages: readonly PdfDict[]): void {
  const streams = pages.flatMap((page) => getContentStreams(graph, page));
  const packed = streams.reduce((sum, stream) => sum + stream.data.length, 0);
  if (packed * MOST_DEFLATED <= MAX_DRAWN_BYTES) return;
  const sizes = new Map<PdfStream, number>();
  let drawn = 0;
  for (const stream of streams) {
    const size = sizes.get(stream) ?? getDecodedSize(graph, stream);
    sizes.set(stream, size);
    drawn += size;
    if (drawn > MAX_DRAWN_BYTES) throw new ContentTooLarge('the pages draw too much');
  }
}

function getDecodedSize(graph: ObjectGraph, stream: PdfStream): number {
  try {
    return decodeStream(graph, stream).length;
  } catch (error) {
    if (error instanceof ContentTooLarge) throw error;
    // What can't be unpacked isn't drawn.
    return 0;
  }
}
