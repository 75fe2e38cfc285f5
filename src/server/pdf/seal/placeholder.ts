import { createHash } from 'node:crypto';
import { PdfArray, PdfDict, PdfName, PdfNumber, type PdfRef, PdfString } from '@libpdf/core';

/** Ten digits cover every file size that a classic cross-reference table can address. */
const UNKNOWN_OFFSET = 9_999_999_999;
const BYTE_RANGE = `[0 ${UNKNOWN_OFFSET} ${UNKNOWN_OFFSET} ${UNKNOWN_OFFSET}]`;

/**
 * Our own key in the signature dictionary. Its value is the number of bytes at the start of the file that are
 * the document as signers saw it. The key is a third-class name (ISO 32000-2, annex E) and is covered by the
 * signature.
 * @internal
 */
export const PRESENTED_LENGTH_KEY = 'XXPresentedLength';

export type SignatureFacts = {
  /** The name shown in the reader's signature panel. */
  name: string;
  reason: string;
  now: Date;
  /** Null if the file doesn't begin with the document as signers saw it. */
  presentedLength: number | null;
  /** Whether the signature permits no further changes. Only a file's first signature can certify. */
  certifies: boolean;
  /** How many bytes to reserve for the signature. */
  signatureBytes: number;
};

/**
 * Creates a PAdES signature dictionary (ETSI EN 319 142-1, 6.3) with placeholders for /ByteRange and
 * /Contents. A certification has DocMDP P=1: no changes are permitted (ISO 32000-2, 12.8.2.2).
 */
export function createSignatureDictionary(facts: SignatureFacts): PdfDict {
  const docMdp = PdfDict.of({
    Type: PdfName.of('SigRef'),
    TransformMethod: PdfName.of('DocMDP'),
    TransformParams: PdfDict.of({
      Type: PdfName.of('TransformParams'),
      P: PdfNumber.of(1),
      V: PdfName.of('1.2'),
    }),
  });
  return PdfDict.of({
    Type: PdfName.of('Sig'),
    Filter: PdfName.of('Adobe.PPKLite'),
    SubFilter: PdfName.of('ETSI.CAdES.detached'),
    Name: PdfString.fromString(facts.name),
    Reason: PdfString.fromString(facts.reason),
    M: PdfString.fromString(formatPdfDate(facts.now)),
    ...(facts.certifies ? { Reference: PdfArray.of(docMdp) } : {}),
    ...(facts.presentedLength === null
      ? {}
      : { [PRESENTED_LENGTH_KEY]: PdfNumber.of(facts.presentedLength) }),
    ...createPlaceholders(facts.signatureBytes),
  });
}

/** Creates the dictionary of a document timestamp (ISO 32000-2, 12.8.5) with the same placeholders. */
export function createTimestampDictionary(tokenBytes: number): PdfDict {
  return PdfDict.of({
    Type: PdfName.of('DocTimeStamp'),
    Filter: PdfName.of('Adobe.PPKLite'),
    SubFilter: PdfName.of('ETSI.RFC3161'),
    ...createPlaceholders(tokenBytes),
  });
}

function createPlaceholders(bytes: number): { ByteRange: PdfArray; Contents: PdfString } {
  return {
    ByteRange: PdfArray.of(PdfNumber.of(0), ...Array.from({ length: 3 }, () => PdfNumber.of(UNKNOWN_OFFSET))),
    Contents: PdfString.fromBytes(new Uint8Array(bytes)),
  };
}

/**
 * Creates an invisible signature field on a page, merged with its widget. The flags (132) are Locked and
 * Print.
 */
export function createSignatureField(name: string, signature: PdfRef, page: PdfRef): PdfDict {
  return PdfDict.of({
    Type: PdfName.of('Annot'),
    Subtype: PdfName.of('Widget'),
    FT: PdfName.of('Sig'),
    T: PdfString.fromString(name),
    V: signature,
    P: page,
    F: PdfNumber.of(132),
    Rect: new PdfArray([0, 0, 0, 0].map((corner) => PdfNumber.of(corner))),
  });
}

/** Where a signature goes: the offsets of `<` and after `>`, and the digest of everything outside. */
export type Hole = { readonly start: number; readonly end: number; readonly sha256: Uint8Array };

/**
 * Writes /ByteRange for the file's last placeholder, which has room for `signatureBytes`, and hashes the
 * bytes that it covers. Searches only the bytes from `from` on. Throws if there is no placeholder.
 */
export function openHole(bytes: Uint8Array, from: number, signatureBytes: number): Hole {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const range = file.lastIndexOf(BYTE_RANGE, undefined, 'latin1');
  const start = file.indexOf(`<${'0'.repeat(signatureBytes * 2)}>`, Math.max(range, from), 'latin1');
  if (range < from || start === -1) throw new Error('the document has no placeholder for its signature');

  const end = start + signatureBytes * 2 + 2;
  const value = `[0 ${start} ${end} ${file.length - end}`;
  file.write(`${value.padEnd(BYTE_RANGE.length - 1)}]`, range, 'latin1');
  return { start, end, sha256: hashOutside(file, { start, end }) };
}

/** Writes a signature into its hole and overwrites any earlier one. Throws if it doesn't fit. */
export function fillHole(bytes: Uint8Array, hole: Omit<Hole, 'sha256'>, signature: Uint8Array): void {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const room = (hole.end - hole.start - 2) / 2;
  if (signature.length > room)
    throw new Error(`the signature takes ${signature.length} bytes and has ${room}`);
  file.write(
    Buffer.from(signature)
      .toString('hex')
      .padEnd(room * 2, '0'),
    hole.start + 1,
    'latin1',
  );
}

function hashOutside(file: Buffer, hole: Omit<Hole, 'sha256'>): Uint8Array {
  return createHash('sha256').update(file.subarray(0, hole.start)).update(file.subarray(hole.end)).digest();
}

/** Formats a date for PDF (ISO 32000-2, 7.9.4), in UTC. */
export function formatPdfDate(date: Date): string {
  return `D:${date
    .toISOString()
    .replace(/\.\d+Z$/, '')
    .replace(/\D/g, '')}Z`;
}
