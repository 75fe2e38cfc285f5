import { createHash, hash } from 'node:crypto';
import { createReadStream } from 'node:fs';

/** Lowercase hex SHA-256 (FIPS 180-4) of bytes, or of a text's UTF-8 form. */
export function sha256Hex(content: Uint8Array | string): string {
  return hash('sha256', content, 'hex');
}

/** SHA-256 (lowercase hex) and size of a file, read as a stream so that a large document never fills the memory. */
export async function hashFile(path: string): Promise<{ sha256: string; sizeBytes: number }> {
  const sha256 = createHash('sha256');
  let sizeBytes = 0;
  for await (const chunk of createReadStream(path)) {
    sha256.update(chunk);
    sizeBytes += chunk.length;
  }
  return { sha256: sha256.digest('hex'), sizeBytes };
}

/** SHA-256 (lowercase hex) of all that a stream gives. */
export async function sha256OfStream(stream: ReadableStream<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const bytes of stream) hash.update(bytes);
  return hash.digest('hex');
}
