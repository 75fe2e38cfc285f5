import { createHash, hash } from 'node:crypto';
import { createReadStream } from 'node:fs';

/** Returns the SHA-256 (FIPS 180-4) in lowercase hex of bytes or of a text's UTF-8 form. */
export function computeSha256Hex(content: Uint8Array | string): string {
  return hash('sha256', content, 'hex');
}

/** Returns a file's size and its SHA-256 in lowercase hex, without holding the file in memory. */
export async function hashFile(path: string): Promise<{ sha256: string; sizeBytes: number }> {
  const sha256 = createHash('sha256');
  let sizeBytes = 0;
  for await (const chunk of createReadStream(path)) {
    sha256.update(chunk);
    sizeBytes += chunk.length;
  }
  return { sha256: sha256.digest('hex'), sizeBytes };
}

/** Returns the SHA-256 in lowercase hex of a stream's bytes. */
export async function computeStreamSha256(stream: ReadableStream<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const bytes of stream) hash.update(bytes);
  return hash.digest('hex');
}

/** Returns the SHA-256 of bytes, as 32 bytes. */
export function computeSha256Bytes(content: Uint8Array): Uint8Array {
  return hash('sha256', content, 'buffer');
}
