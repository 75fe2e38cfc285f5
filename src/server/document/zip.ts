import { Readable } from 'node:stream';
import { Zip, ZipPassThrough } from 'fflate';

/** A file of an archive. Its bytes are requested when it is written. */
export type ZipEntry = {
  readonly name: string;
  readonly modifiedAt: Date;
  readonly open: () => Promise<ReadableStream<Uint8Array>>;
};

/**
 * Streams a ZIP archive (APPNOTE 6.3) of at most 4 GiB, with only a piece of one file in memory at a time.
 * PDFs are already compressed, so files are stored as they are. If a file can't be read, the stream breaks
 * off, so that no incomplete archive looks complete.
 */
export function zipStream(entries: readonly ZipEntry[]): ReadableStream<Uint8Array> {
  return Readable.toWeb(Readable.from(streamPieces(entries))) as ReadableStream<Uint8Array>;
}

async function* streamPieces(entries: readonly ZipEntry[]): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    ready.push(piece);
  });
  for (const { name, modifiedAt, open } of entries) {
    const file = new ZipPassThrough(name);
    file.mtime = modifiedAt;
    zip.add(file);
    for await (const bytes of await open()) {
      // The bytes are copied because readers may reuse their buffer before the archive has passed it on.
      file.push(Uint8Array.from(bytes));
      yield* ready.splice(0);
    }
    file.push(new Uint8Array(0), true);
    yield* ready.splice(0);
  }
  zip.end();
  yield* ready.splice(0);
}
