import { createHash, createHmac, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { hashFile, computeSha256Hex } from '../../crypto/hash.ts';
import { expectSha256, type BlobBody, type StorageDriver, type StoredFacts } from '../driver.ts';
import { requireValidKey, isPublicKey } from '../keys.ts';
import { iterateChunks } from '../spool.ts';
import { toWebStream } from '../web-stream.ts';
import {
  getContentBytes,
  type DataKey,
  DamagedObjectError,
  decryptSegments,
  encryptSegments,
  HEADER_BYTES,
  type Header,
  parseHeader,
  SALT_BYTES,
  SEGMENT_BYTES,
  getStoredSpan,
} from './format.ts';

/** The keys that objects are encrypted with. */
export type DataKeys = {
  /** Returns the key for new objects, or null if objects are stored unencrypted. */
  readonly current: () => Promise<DataKey | null>;
  /** Returns the key with this name, or null if there is none. */
  readonly named: (id: string) => Promise<DataKey | null>;
};

/**
 * Encrypts objects when they're stored and decrypts them when they're read, except public ones. Unencrypted
 * objects stay readable: those from before encryption was switched on, and uploads that went straight to the
 * storage.
 */
export function withEncryption(storage: StorageDriver, keys: DataKeys): StorageDriver {
  const requireDataKey = async ({ keyId }: Header): Promise<DataKey> => {
    const key = await keys.named(keyId);
    if (key === null) throw new DamagedObjectError(`there is no data key ${keyId}`);
    return key;
  };
  /**
   * Describes an object together with its header, which is null if the object isn't encrypted. Returns null
   * if there is no such object.
   */
  const look = async (key: string) => {
    const found = await storage.stat(key);
    if (found === null || found.sizeBytes < HEADER_BYTES || isPublicKey(key))
      return found && { ...found, header: null };
    const start = await storage.get(key, { first: 0, last: HEADER_BYTES - 1 });
    if (start === null) return null;
    const bytes = new Uint8Array(await new Response(start.stream).arrayBuffer());
    return { ...found, sizeBytes: start.sizeBytes, header: parseHeader(bytes) };
  };

  return {
    ...storage,

    async put(key, body, { contentType, sha256 } = {}) {
      const dataKey = isPublicKey(requireValidKey(key)) ? null : await keys.current();
      const options = contentType === undefined ? {} : { contentType };
      if (dataKey === null)
        return await storage.put(key, body, sha256 === undefined ? options : { ...options, sha256 });
      const salt = deriveSalt(dataKey, key, sha256 ?? (await hashBody(body)));
      const given = countBytes(body, (facts) => expectSha256(key, facts, sha256));
      await storage.put(
        key,
        toWebStream(
          Readable.from(encryptSegments(dataKey, key, { salt, chunks: given.chunks }), { objectMode: false }),
        ),
        options,
      );
      return given.facts();
    },

    async get(key, part) {
      if (part !== undefined) {
        const found = await look(key);
        if (found === null || found.header === null) return found && (await storage.get(key, part));
        const { header, sizeBytes: storedBytes } = found;
        const dataKey = await requireDataKey(header);
        const blob = await storage.get(key, getStoredSpan(part, storedBytes));
        if (blob === null) return null;
        const source = blob.stream[Symbol.asyncIterator]();
        const segments = decryptSegments(dataKey, key, { header, storedBytes, part, chunks: source });
        const wanted = cut(segments, part.first % SEGMENT_BYTES, part.last - part.first + 1);
        return { sizeBytes: getContentBytes(storedBytes), stream: toStream(wanted, source) };
      }
      const blob = await storage.get(key);
      if (blob === null || isPublicKey(key)) return blob;
      const source = blob.stream[Symbol.asyncIterator]();
      try {
        const { sizeBytes: storedBytes } = blob;
        const start = await readStart(source, HEADER_BYTES);
        const header = parseHeader(start);
        if (header === null)
          return { sizeBytes: storedBytes, stream: toStream(joinChunks(start, source), source) };
        const sizeBytes = getContentBytes(storedBytes);
        const whole = { first: 0, last: sizeBytes - 1 };
        const chunks = joinChunks(start.subarray(HEADER_BYTES), source);
        const content = decryptSegments(await requireDataKey(header), key, {
          header,
          storedBytes,
          part: whole,
          chunks,
        });
        return { sizeBytes, stream: toStream(content, source) };
      } catch (error) {
        await source.return?.();
        throw error;
      }
    },

    async stat(key) {
      const found = await look(key);
      if (found === null) return null;
      const { header, ...stored } = found;
      return header === null ? stored : { sizeBytes: getContentBytes(stored.sizeBytes), localPath: null };
    },
  };
}

/**
 * Derives the salt from the content, so that the same content gives the same object and storing it again
 * changes nothing. The content of a stream isn't known in advance, so a stream gets a random salt.
 */
function deriveSalt({ key }: DataKey, storageKey: string, sha256: string | null): Uint8Array {
  if (sha256 === null) return randomBytes(SALT_BYTES);
  return createHmac('sha256', key).update(`salt ${storageKey} ${sha256}`).digest().subarray(0, SALT_BYTES);
}

async function hashBody(body: BlobBody): Promise<string | null> {
  if (body instanceof Uint8Array) return computeSha256Hex(body);
  return 'path' in body ? (await hashFile(body.path)).sha256 : null;
}

/** Passes a body on and reports its size and hash at the end, where `check` may throw. */
function countBytes(body: BlobBody, check: (facts: StoredFacts) => void) {
  const digest = createHash('sha256');
  let sizeBytes = 0;
  let facts: StoredFacts | null = null;
  const countChunks = async function* () {
    for await (const chunk of iterateChunks(body)) {
      digest.update(chunk);
      sizeBytes += chunk.byteLength;
      yield chunk;
    }
    facts = { sizeBytes, sha256: digest.digest('hex') };
    check(facts);
  };
  return {
    chunks: countChunks(),
    facts: (): StoredFacts => {
      if (facts === null) throw new Error('the body was not read to its end');
      return facts;
    },
  };
}

/** Reads at least this many bytes, unless the source has fewer. */
async function readStart(source: AsyncIterator<Uint8Array>, bytes: number): Promise<Buffer> {
  let start = Buffer.alloc(0);
  while (start.length < bytes) {
    const { value, done } = await source.next();
    if (done === true) break;
    start = Buffer.concat([start, value]);
  }
  return start;
}

async function* joinChunks(start: Uint8Array, rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  if (start.length > 0) yield start;
  yield* rest;
}

async function* cut(
  chunks: AsyncIterable<Uint8Array>,
  skipped: number,
  length: number,
): AsyncGenerator<Uint8Array> {
  let [before, left] = [skipped, length];
  for await (const chunk of chunks) {
    const wanted = chunk.subarray(before, before + left);
    before = 0;
    left -= wanted.length;
    yield wanted;
  }
}

/** Reads chunks on demand and closes their source when the reader cancels, even before the first chunk. */
function toStream(
  chunks: AsyncGenerator<Uint8Array>,
  source: AsyncIterator<Uint8Array>,
): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await chunks.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await chunks.return(undefined);
      await source.return?.();
    },
  });
}
