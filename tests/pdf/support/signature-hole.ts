import { PRESENTED_LENGTH_KEY } from '#server/pdf/seal/placeholder.ts';

/** A signature dictionary, as found in a file's bytes. */
export type FoundSignature = {
  byteRange: readonly [number, number, number, number];
  /** The decoded value: a CMS structure padded with zeros. */
  contents: Uint8Array;
  coversWholeFile: boolean;
  presentedLength: number | null;
};

/** A signature dictionary spans a few hundred bytes around its value; nothing further away is considered. */
const NEIGHBORHOOD = 8 * 1024;

/**
 * Finds the seal without parsing the document: the last /ByteRange of the file, in an object with a /Contents
 * string that is exactly the gap in that range. Returns a description of the problem if there is none. Only
 * the gap is uncovered, so nobody can read anything in the file other than what was signed.
 */
export function findSignature(bytes: Uint8Array): FoundSignature | string {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const key = file.lastIndexOf('/ByteRange', undefined, 'latin1');
  if (key === -1) return "the file isn't signed";

  const range = byteRangeAt(file, key);
  if (!range) return 'the byte range is malformed';
  const [start, length, secondStart, secondLength] = range;
  const holeEnd = secondStart;
  if (start !== 0 || length === 0 || secondStart <= length || secondStart + secondLength > file.length) {
    return "the byte range doesn't match the file";
  }
  const contents = hexadecimal(file.subarray(length, holeEnd));
  if (!contents) return 'the byte range excludes more than the signature';

  const object = objectAround(file, length, holeEnd);
  if (
    !object ||
    key < object.start ||
    key >= object.end ||
    !object.beforeHole.trimEnd().endsWith('/Contents')
  ) {
    return 'the byte range belongs to a different signature';
  }
  return {
    byteRange: range,
    contents,
    coversWholeFile: secondStart + secondLength === file.length,
    presentedLength: presentedLength(object.text, length),
  };
}

function byteRangeAt(file: Buffer, key: number): FoundSignature['byteRange'] | null {
  const text = file.toString('latin1', key, key + 128);
  const match = /^\/ByteRange\s*\[\s*(\d{1,15})\s+(\d{1,15})\s+(\d{1,15})\s+(\d{1,15})\s*\]/.exec(text);
  if (!match) return null;
  const [start, length, secondStart, secondLength] = match.slice(1).map(Number);
  if (
    start === undefined ||
    length === undefined ||
    secondStart === undefined ||
    secondLength === undefined
  ) {
    return null;
  }
  return [start, length, secondStart, secondLength];
}

function hexadecimal(hole: Buffer): Uint8Array | null {
  const text = hole.toString('latin1');
  if (!/^<(?:[0-9a-fA-F]{2})+>$/.test(text)) return null;
  return new Uint8Array(Buffer.from(text.slice(1, -1), 'hex'));
}

type SurroundingObject = { start: number; end: number; beforeHole: string; text: string };

function objectAround(file: Buffer, hole: number, holeEnd: number): SurroundingObject | null {
  const before = file.toString('latin1', Math.max(0, hole - NEIGHBORHOOD), hole);
  const after = file.toString('latin1', holeEnd, holeEnd + NEIGHBORHOOD);
  const opening = Math.max(before.lastIndexOf(' obj\n'), before.lastIndexOf(' obj\r'));
  const closing = after.indexOf('endobj');
  if (opening === -1 || closing === -1) return null;
  const beforeHole = before.slice(opening);
  return {
    start: hole - beforeHole.length,
    end: holeEnd + closing,
    beforeHole,
    text: `${beforeHole} ${after.slice(0, closing)}`,
  };
}

function presentedLength(text: string, hole: number): number | null {
  const match = new RegExp(`/${PRESENTED_LENGTH_KEY}\\s+(\\d{1,15})\\b`).exec(text);
  const length = match ? Number(match[1]) : 0;
  return length > 0 && length < hole ? length : null;
}
