import type { ByteSpan } from './driver.ts';

/** A stored file as a response, of which a part can be opened instead. */
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
