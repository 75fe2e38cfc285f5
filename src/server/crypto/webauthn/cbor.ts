/** A value of the part of CBOR (RFC 8949) that WebAuthn uses. */
export type CborValue = number | string | Uint8Array | boolean | null | readonly CborValue[] | CborMap;
export type CborMap = ReadonlyMap<number | string, CborValue>;

/** Thrown for anything that isn't well formed or that authenticators have no reason to send. */
export class CborError extends Error {
  override name = 'CborError';
}

const DEPTH_MAX = 16;

/**
 * Decodes the first value, and returns it with where it ends. Lengths are definite, keys are numbers or texts
 * and appear once, and nothing is nested more than 16 deep.
 */
export function decodeCbor(
  bytes: Uint8Array,
  start = 0,
): { readonly value: CborValue; readonly end: number } {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = start;

  const take = (length: number): Buffer => {
    if (length > view.length - at) throw new CborError('ends too early');
    at += length;
    return view.subarray(at - length, at);
  };
  const readLength = (info: number): number => {
    if (info < 24) return info;
    if (info === 24) return take(1).readUInt8();
    if (info === 25) return take(2).readUInt16BE();
    if (info === 26) return take(4).readUInt32BE();
    throw new CborError('has a length that is not supported');
  };
  const readMap = (size: number, depth: number): CborMap => {
    const map = new Map<number | string, CborValue>();
    for (let index = 0; index < size; index += 1) {
      const key = read(depth + 1);
      if (typeof key !== 'number' && typeof key !== 'string') throw new CborError('has an odd key');
      if (map.has(key)) throw new CborError('has a key twice');
      map.set(key, read(depth + 1));
    }
    return map;
  };
  const read = (depth: number): CborValue => {
    if (depth > DEPTH_MAX) throw new CborError('is nested too deeply');
    const first = take(1).readUInt8();
    const [major, info] = [first >> 5, first & 0x1f];
    if (major === 7) return readSimple(info);
    const length = readLength(info);
    if (major === 0) return length;
    if (major === 1) return -1 - length;
    if (major === 2) return take(length);
    if (major === 3) return take(length).toString('utf8');
    if (major === 4) return Array.from({ length: boundLength(length, view) }, () => read(depth + 1));
    if (major === 5) return readMap(boundLength(length, view), depth);
    throw new CborError('has a tag');
  };

  return { value: read(0), end: at };
}

/** No list has more items than there are bytes, so a hostile length allocates nothing. */
function boundLength(length: number, { length: bytes }: Uint8Array): number {
  if (length > bytes) throw new CborError('ends too early');
  return length;
}

function readSimple(info: number): boolean | null {
  if (info === 20) return false;
  if (info === 21) return true;
  if (info === 22) return null;
  throw new CborError('has a simple value that is not supported');
}
