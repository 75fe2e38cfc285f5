import type { ByteSpan } from './driver.ts';

/** A response with a stored file. A part of the file can be opened instead of the whole. */
export class StoredFileResponse extends Response {
  readonly open: (part: ByteSpan) => Promise<ReadableStream<Uint8Array>>;

  constructor(
    stream: ReadableStream<Uint8Array>,
    open: (part: ByteSpan) => Promise<ReadableStream<Uint8Array>>,
    headers: Record<string, string>,
  ) {
    super(stream, { headers });
    this.open = open;
  }
}
