import { Readable } from 'node:stream';
import { Zip, ZipPassThrough } from 'fflate';

/** A file of an archive; its bytes are asked for when its turn has come. */
export type ZipEntry = {
  readonly name: string;
  readonly modifiedAt: Date;
  readonly open: () => Promise<ReadableStream<Uint8Array>>;
};

/**
 * An archive of files (ZIP, APPNOTE 6.3) as a stream: at no time more than a piece of one file is in memory. Files are
 * stored as they are, since PDFs are compressed already. At most 4 GiB in all. A file that cannot be read breaks the
 * stream off, so that no archive looks whole and is not.
 */
export function zipStream(entries: readonly ZipEntry[]): ReadableStream<Uint8Array> {
  return Readable.toWeb(Readable.from(pieces(entries))) as ReadableStream<Uint8Array>;
}

async function* pieces(entries: readonly ZipEntry[]): AsyncGenerator<Uint8Array> {
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
      // The archive keeps what it is given until it has been passed on: a reader may use its buffer again.
      file.push(Uint8Array.from(bytes));
      yield* ready.splice(0);
    }
    file.push(new Uint8Array(0), true);
    yield* ready.splice(0);
  }
  zip.end();
  yield* ready.splice(0);
}
