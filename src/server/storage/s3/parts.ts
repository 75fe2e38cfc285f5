import { createHash, type Hash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type BlobBody, expectSha256, type StoredFacts } from '../driver.ts';
import { iterateChunks, spool } from '../spool.ts';
import type { S3Client } from './client.ts';
import { abortUpload, beginUpload, completeUpload, sendPart, type Upload } from './upload.ts';
import { putWhole } from './whole.ts';

/**
 * Stores a body of unknown size. Each part goes to a temporary file first, because S3 needs length and hash
 * before the first byte. A body that fits into one part is stored with one request. A failure keeps the
 * previous object.
 */
export async function putInParts(
  client: S3Client,
  key: string,
  options: {
    readonly body: BlobBody;
    /** The directory for the part that is being sent. */
    readonly directory: string;
    readonly partBytes: number;
    readonly contentType: string;
    readonly sha256: string | undefined;
    /** Called before an upload begins. */
    readonly sweep: () => Promise<void>;
  },
): Promise<StoredFacts> {
  const { body, directory, partBytes, contentType, sha256, sweep } = options;
  const path = join(directory, 'part');
  const digest = createHash('sha256');
  const etags: string[] = [];
  let sizeBytes = 0;
  let upload: Upload | null = null;
  try {
    for await (const { chunks, isLast } of split(iterateChunks(body), partBytes)) {
      const part = await spool(hashChunks(digest, chunks), path);
      const known = { content: { path }, facts: part };
      if (upload === null && isLast()) {
        expectSha256(key, part, sha256);
        return await putWhole(client, key, { ...known, contentType });
      }
      if (upload === null) {
        await sweep();
        upload = await beginUpload(client, key, contentType);
      }
      etags.push(await sendPart(client, upload, { ...known, number: etags.length + 1 }));
      sizeBytes += part.sizeBytes;
      await rm(path);
    }
    if (upload === null) throw new Error('a body has at least one part');
    const facts = { sizeBytes, sha256: digest.digest('hex') };
    expectSha256(key, facts, sha256);
    await completeUpload(client, upload, { etags, sizeBytes });
    return facts;
  } catch (error) {
    // If the upload can't be aborted now, a later process sweeps it. The first error is the one to report.
    if (upload !== null) await abortUpload(client, upload).catch(() => undefined);
    throw error;
  }
}

/**
 * Splits chunks into parts of this many bytes. Only the last part may be smaller. Each part has to be read
 * before the next one.
 */
async function* split(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, partBytes: number) {
  const source = Symbol.asyncIterator in chunks ? chunks[Symbol.asyncIterator]() : chunks[Symbol.iterator]();
  try {
    let next = await source.next();
    const streamPart = async function* () {
      for (let room = partBytes; room > 0 && next.done !== true;) {
        const piece = next.value.subarray(0, room);
        room -= piece.length;
        next =
          piece.length < next.value.length
            ? { done: false, value: next.value.subarray(piece.length) }
            : await source.next();
        yield piece;
      }
    };
    do yield { chunks: streamPart(), isLast: () => next.done === true };
    while (next.done !== true);
  } finally {
    await source.return?.();
  }
}

async function* hashChunks(digest: Hash, chunks: AsyncIterable<Uint8Array>) {
  for await (const chunk of chunks) {
    digest.update(chunk);
    yield chunk;
  }
}
