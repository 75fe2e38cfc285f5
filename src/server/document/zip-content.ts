import { Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import type { ZipEntry } from './zip-directory.ts';

/** Parts that are read as a whole are small in every honest document. */
export const MAX_READ_BYTES = 2 * 1024 * 1024;

export class DamagedEntry extends Error {}
export class FalseSize extends Error {}

/**
 * Unpacks a file of a zip that has at most `most` bytes, by default a small one. @throws DamagedEntry,
 * FalseSize
 */
export async function readEntry(entry: ZipEntry, most = MAX_READ_BYTES): Promise<Buffer> {
  if (entry.size > most) throw new DamagedEntry('a part that must be read is too large');
  const chunks: Buffer[] = [];
  for await (const chunk of unpackEntry(entry)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/**
 * Unpacks a file of a zip piece by piece, and never more bytes than the directory declares. @throws
 * DamagedEntry, FalseSize
 */
export async function* unpackEntry({ packed, isDeflated, size }: ZipEntry): AsyncIterable<Buffer> {
  if (!isDeflated) {
    yield Buffer.from(packed);
    return;
  }
  let bytes = 0;
  const inflated = Readable.from([packed]).pipe(createInflateRaw({ chunkSize: 256 * 1024 }));
  try {
    for await (const chunk of inflated as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > size) throw new FalseSize('a file is larger than its directory says');
      yield chunk;
    }
  } catch (error) {
    throw error instanceof FalseSize ? error : new DamagedEntry('a part is damaged');
  } finally {
    inflated.destroy();
  }
}
