import { fromHex, findText, decodeLatin1, Malformed } from '../bytes.ts';
import { PdfDocument } from './document.ts';
import type { Effort } from './effort.ts';
import { narrow, readCountEntry, readNameEntry, type PdfDict, type PdfObject, type Span } from './objects.ts';

/**
 * The key in a seal's dictionary for the number of bytes at the start that are the document shown to signers.
 */
const PRESENTED_LENGTH = 'XXPresentedLength';
const MAX_CANDIDATES = 64;
/** In hexadecimal digits: many times the size of signatures with timestamps. */
const MAX_HOLE = 2 ** 20;
const MAX_FIELDS = 4096;

/** The four numbers of a byte range whose gap is exactly one lowercase hexadecimal string. */
export type SignedRange = {
  readonly hole: Span;
  /** The end of the signed bytes. */
  readonly end: number;
  /** The decoded hole, padding included. */
  readonly contents: Uint8Array;
};

/** A file's seal and the revision it covers. */
export type FoundSeal = SignedRange & {
  readonly document: PdfDocument;
  readonly dict: PdfDict;
  readonly presentedLength: number | null;
};

export type FindFault =
  'not_a_pdf' | 'not_sealed' | 'truncated' | 'byte_range_invalid' | 'signature_misplaced';

/**
 * Finds the seal: a signature that its own revision's catalog references, and whose range leaves out nothing
 * but its value. `range` is a well-formed range that nothing references, for reporting whether bytes were
 * changed.
 */
export async function findSeal(
  bytes: Uint8Array,
  effort: Effort,
): Promise<FoundSeal | { readonly fault: FindFault; readonly range: SignedRange | null }> {
  if (!/^%PDF-\d/.test(decodeLatin1(bytes, 0, 8))) return { fault: 'not_a_pdf', range: null };
  const ranges: SignedRange[] = [];
  let fault: FindFault = 'not_sealed';
  let from = 0;
  for (let count = 0; count < MAX_CANDIDATES; count++) {
    const at = findText(bytes, '/ByteRange', from);
    if (at === -1) break;
    from = at + '/ByteRange'.length;
    const range = readRange(bytes, from, effort);
    if (typeof range === 'string') fault = range;
    else ranges.push(range);
  }
  const seals: FoundSeal[] = [];
  for (const range of ranges) {
    const seal = await findSealInRange(bytes, range, effort);
    if (seal?.presentedLength != null) return seal;
    if (seal !== null) seals.push(seal);
  }
  const [first] = seals;
  const [range = null] = ranges;
  return first ?? { fault: range === null ? fault : 'signature_misplaced', range };
}

/** Reads the range after `/ByteRange`. */
function readRange(
  bytes: Uint8Array,
  from: number,
  effort: Effort,
): SignedRange | 'byte_range_invalid' | 'truncated' {
  try {
    return readSignedRange(bytes, effort.parse(bytes, from).value, effort);
  } catch (error) {
    if (error instanceof Malformed) return 'byte_range_invalid';
    throw error;
  }
}

export function readSignedRange(
  bytes: Uint8Array,
  object: PdfObject | undefined,
  effort: Effort,
): SignedRange | 'byte_range_invalid' | 'truncated' {
  const items = narrow(object, 'array')?.items ?? [];
  const [start, length, second, rest] = items;
  if (items.length !== 4 || start !== 0 || !isOffset(length) || !isOffset(second) || !isOffset(rest))
    return 'byte_range_invalid';
  const end = second + rest;
  if (end > bytes.length) return 'truncated';
  if (length === 0 || second <= length + 2 || bytes[length] !== 0x3c || bytes[second - 1] !== 0x3e)
    return 'byte_range_invalid';
  if (second - length > MAX_HOLE) return 'byte_range_invalid';
  effort.spend(second - length);
  const digits = decodeLatin1(bytes, length + 1, second - 1);
  // Uppercase digits would encode the same signature differently, which would let bytes change.
  if (!/^(?:[0-9a-f]{2})+$/.test(digits)) return 'byte_range_invalid';
  return { hole: { start: length, end: second }, end, contents: fromHex(digits) };
}

function isOffset(value: PdfObject | undefined): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

async function findSealInRange(
  bytes: Uint8Array,
  range: SignedRange,
  effort: Effort,
): Promise<FoundSeal | null> {
  try {
    const document = await PdfDocument.open(bytes.subarray(0, range.end), effort);
    for (const number of await listSignatures(document)) {
      const located = await document.locate(number);
      const dict = narrow(located?.object, 'dict');
      if (dict === null || readNameEntry(dict, 'SubFilter') !== 'ETSI.CAdES.detached') continue;
      const contents = dict.spans.get('Contents');
      if (contents?.start !== range.hole.start || contents.end !== range.hole.end) continue;
      const own = readSignedRange(bytes, dict.entries.get('ByteRange'), effort);
      if (typeof own === 'string' || own.end !== range.end || own.hole.start !== range.hole.start) continue;
      const length = readCountEntry(dict, PRESENTED_LENGTH);
      return {
        ...range,
        document,
        dict,
        presentedLength: length !== null && length < range.hole.start ? length : null,
      };
    }
    return null;
  } catch (error) {
    if (error instanceof Malformed) return null;
    throw error;
  }
}

/** Returns the object numbers of the certification and of the values of signature fields. */
async function listSignatures(document: PdfDocument): Promise<number[]> {
  const catalog = await document.catalog();
  const numbers = new Set<number>();
  const add = (object: PdfObject | undefined) => {
    const ref = narrow(object, 'ref');
    if (ref !== null) numbers.add(ref.number);
  };
  add((await document.dictIn(catalog, 'Perms'))?.entries.get('DocMDP'));
  const fields = await document.arrayIn(await document.dictIn(catalog, 'AcroForm'), 'Fields');
  const left = fields.map((item) => ({ item, isSignature: false }));
  for (let count = 0; left.length > 0 && count < MAX_FIELDS; count++) {
    const next = left.shift();
    const field = narrow(await document.resolve(next?.item), 'dict');
    if (field === null) continue;
    const type = readNameEntry(field, 'FT');
    const isSignature = type === null ? next?.isSignature === true : type === 'Sig';
    if (isSignature) add(field.entries.get('V'));
    for (const item of await document.arrayIn(field, 'Kids')) left.push({ item, isSignature });
  }
  return [...numbers];
}

/** Returns the bytes that a range covers. */
export function getCoveredBytes(bytes: Uint8Array, { hole, end }: SignedRange): Uint8Array<ArrayBuffer> {
  const covered = new Uint8Array(hole.start + end - hole.end);
  covered.set(bytes.subarray(0, hole.start));
  covered.set(bytes.subarray(hole.end, end), hole.start);
  return covered;
}

/**
 * Reads the DER element at the start of the signature's value. Anything after it must be padding with zeros.
 */
export function stripPadding(contents: Uint8Array): Uint8Array {
  const octets = (contents[1] ?? 0) & 0x7f;
  const isLong = (contents[1] ?? 0) >= 0x80;
  let length = isLong ? 0 : octets;
  if (isLong) for (const octet of contents.subarray(2, 2 + octets)) length = length * 256 + octet;
  const end = 2 + (isLong ? octets : 0) + length;
  if (end > contents.length || contents.subarray(end).some((byte) => byte !== 0))
    throw new Malformed('other bytes follow the signature');
  return contents.subarray(0, end);
}
