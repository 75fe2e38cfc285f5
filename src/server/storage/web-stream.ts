import { Readable } from 'node:stream';

/**
 * Returns a Node stream as a web stream. Node's types for web streams differ from the DOM's, but the classes
 * are the same.
 */
export function toWebStream(stream: Readable): ReadableStream<Uint8Array> {
  return Readable.toWeb(stream) as ReadableStream<Uint8Array>;
}
