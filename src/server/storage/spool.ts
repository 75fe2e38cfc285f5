import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import type { BlobBody, StoredFacts } from './driver.ts';

const PIECE_BYTES = 256 * 1024;

/**
 * Writes a body to a new file that only this user can read, and flushes it. A failure leaves no file behind.
 */
export async function spool(body: BlobBody | AsyncIterable<Uint8Array>, path: string): Promise<StoredFacts> {
  const sha256 = createHash('sha256');
  let sizeBytes = 0;
  const countChunks = async function* () {
    for await (const chunk of iterateChunks(body)) {
      sha256.update(chunk);
      sizeBytes += chunk.byteLength;
      yield chunk;
    }
  };
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(countChunks());
    await file.sync();
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
  return { sizeBytes, sha256: sha256.digest('hex') };
}

/** Returns the bytes of a body piece by piece. */
export function iterateChunks(
  body: BlobBody | AsyncIterable<Uint8Array>,
): AsyncIterable<Uint8Array> | Iterable<Uint8Array> {
  if (body instanceof Uint8Array) return splitPieces(body);
  return 'path' in body ? createReadStream(body.path) : body;
}

/** Splits bytes so that hashing a large document doesn't block the event loop. */
function* splitPieces(bytes: Uint8Array): Iterable<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}
