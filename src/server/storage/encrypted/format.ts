import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';
import type { ByteSpan } from '../driver.ts';

/**
 * An encrypted object consists of this header and then the content in segments, each encrypted with
 * AES-256-GCM (NIST SP 800-38D) and followed by its tag. The nonce contains the segment's number and whether
 * it's the last one, so no segment can be left out, moved or added, as in STREAM (Hoang et al., 2015).
 */
export type Header = {
  /** Names the data key. Letters, digits, `_` and `-`. */
  readonly keyId: string;
  readonly salt: Uint8Array;
};

/** A key of the instance, from which the keys of objects are derived. */
export type DataKey = { readonly id: string; readonly key: Uint8Array };

const MAGIC = Buffer.from('\u0089CSENC1\n', 'latin1');
const KEY_ID_BYTES = 40;
export const SALT_BYTES = 16;
export const HEADER_BYTES = MAGIC.length + KEY_ID_BYTES + SALT_BYTES;
export const SEGMENT_BYTES = 64 * 1024;
const TAG_BYTES = 16;

/** A stored object that was altered, cut short, or moved to another key. */
export class DamagedObjectError extends Error {
  override readonly name = 'DamagedObjectError';
}

function formatHeader({ keyId, salt }: Header): Uint8Array {
  const id = Buffer.alloc(KEY_ID_BYTES);
  if (Buffer.byteLength(keyId) > KEY_ID_BYTES) throw new Error(`the data key's name is too long: ${keyId}`);
  id.write(keyId);
  return Buffer.concat([MAGIC, id, salt]);
}

/** Parses the header from the first bytes of an object, or returns null if the object isn't encrypted. */
export function parseHeader(bytes: Uint8Array): Header | null {
  if (bytes.length < HEADER_BYTES || MAGIC.compare(bytes.subarray(0, MAGIC.length)) !== 0) return null;
  const id = Buffer.from(bytes.subarray(MAGIC.length, MAGIC.length + KEY_ID_BYTES)).toString('latin1');
  return {
    keyId: id.replace(/\0+$/, ''),
    salt: Uint8Array.from(bytes.subarray(MAGIC.length + KEY_ID_BYTES, HEADER_BYTES)),
  };
}

/**
 * Returns the size of the content that takes up `storedBytes` when encrypted. Throws DamagedObjectError if no
 * content has that encrypted size.
 */
export function getContentBytes(storedBytes: number): number {
  const body = storedBytes - HEADER_BYTES;
  const segments = countSegments(body);
  const size = body - segments * TAG_BYTES;
  if (size < 0) throw new DamagedObjectError('an encrypted object is too short');
  return size;
}

/** Returns the stored range of the segments that contain a part of the content. */
export function getStoredSpan({ first, last }: ByteSpan, storedBytes: number): ByteSpan {
  const stored = SEGMENT_BYTES + TAG_BYTES;
  return {
    first: HEADER_BYTES + Math.floor(first / SEGMENT_BYTES) * stored,
    last: Math.min(HEADER_BYTES + (Math.floor(last / SEGMENT_BYTES) + 1) * stored, storedBytes) - 1,
  };
}

/**
 * Derives an object's key (HKDF-SHA-256, RFC 5869). The object's storage key goes into the derivation, so one
 * object can't stand in for another.
 */
function deriveObjectKey({ key }: DataKey, salt: Uint8Array, storageKey: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, `countersign object/v1 ${storageKey}`, 32));
}

/** Encrypts content as it arrives. Yields the header, then each segment. */
export async function* encryptSegments(
  dataKey: DataKey,
  storageKey: string,
  { salt, chunks }: { readonly salt: Uint8Array; readonly chunks: AsyncIterable<Uint8Array> },
): AsyncGenerator<Uint8Array> {
  const key = deriveObjectKey(dataKey, salt, storageKey);
  const header = formatHeader({ keyId: dataKey.id, salt });
  yield header;
  let [number, rest] = [0, Buffer.alloc(0)];
  const seal = (segment: Uint8Array, isLast: boolean) => {
    const cipher = createCipheriv('aes-256-gcm', key, createNonce(number++, isLast));
    cipher.setAAD(header);
    return Buffer.concat([cipher.update(segment), cipher.final(), cipher.getAuthTag()]);
  };
  for await (const chunk of chunks) {
    rest = Buffer.concat([rest, chunk]);
    // Only the end of the content shows which segment is the last, so one segment is always held back.
    let at = 0;
    for (; rest.length - at > SEGMENT_BYTES; at += SEGMENT_BYTES)
      yield seal(rest.subarray(at, at + SEGMENT_BYTES), false);
    rest = rest.subarray(at);
  }
  yield seal(rest, true);
}

/**
 * Decrypts the stored segments that contain a part of the content and yields each segment whole. Throws
 * DamagedObjectError.
 */
export async function* decryptSegments(
  dataKey: DataKey,
  storageKey: string,
  stored: {
    readonly header: Header;
    readonly storedBytes: number;
    /** The requested part of the content. */
    readonly part: ByteSpan;
    readonly chunks: AsyncIterable<Uint8Array>;
  },
): AsyncGenerator<Uint8Array> {
  const { header, storedBytes, part, chunks } = stored;
  const key = deriveObjectKey(dataKey, header.salt, storageKey);
  const aad = formatHeader(header);
  const last = countSegments(storedBytes - HEADER_BYTES) - 1;
  let [number, rest] = [Math.floor(part.first / SEGMENT_BYTES), Buffer.alloc(0)];
  const open = (segment: Uint8Array) => {
    const decipher = createDecipheriv('aes-256-gcm', key, createNonce(number, number === last), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(aad);
    number += 1;
    try {
      decipher.setAuthTag(segment.subarray(-TAG_BYTES));
      return Buffer.concat([decipher.update(segment.subarray(0, -TAG_BYTES)), decipher.final()]);
    } catch (error) {
      throw new DamagedObjectError(`${storageKey} was altered`, { cause: error });
    }
  };
  for await (const chunk of chunks) {
    rest = Buffer.concat([rest, chunk]);
    let at = 0;
    for (; rest.length - at >= SEGMENT_BYTES + TAG_BYTES; at += SEGMENT_BYTES + TAG_BYTES)
      yield open(rest.subarray(at, at + SEGMENT_BYTES + TAG_BYTES));
    rest = rest.subarray(at);
  }
  if (rest.length > 0) yield open(rest);
  if (number * SEGMENT_BYTES <= part.last) throw new DamagedObjectError(`${storageKey} broke off`);
}

/** Empty content takes one segment, too. */
function countSegments(bodyBytes: number): number {
  return Math.max(1, Math.ceil(bodyBytes / (SEGMENT_BYTES + TAG_BYTES)));
}

function createNonce(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(number, 7);
  nonce.writeUInt8(isLast ? 1 : 0, 11);
  return nonce;
}
