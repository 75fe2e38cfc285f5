import { PDF } from '@libpdf/core';

/** The words that are followed by the offset of a cross-reference section (ISO 32000-2, 7.5.5 and 7.5.8). */
const POINTERS = ['startxref', '/Prev', '/XRefStm'];

const PERCENT = 0x25;
const WHITE: ReadonlySet<number> = new Set(Buffer.from('\0\t\n\f\r ', 'latin1'));

/** The most bytes of white space and comments that are skipped, which is also what other readers skip. */
const MOST_SKIPPED = 1024;
/**
 * The most bytes that are read for an offset with white space before and after it, or for the start of a
 * section.
 */
const NUMBER_BYTES = 64;
/** How many bytes of a cross-reference stream's object are searched for its type. */
const DICTIONARY_BYTES = 4096;

/** Opens a document with libpdf. Handles cross-reference sections as other readers do. */
export async function loadPdf(bytes: Uint8Array): Promise<PDF> {
  return await PDF.load(withExactOffsets(bytes));
}

/**
 * Corrects offsets of cross-reference sections that point to white space or a comment before the section, in
 * a copy of the same length. Without this, libpdf would read the file without its sections or leave out
 * earlier ones.
 */
export function withExactOffsets(bytes: Uint8Array): Uint8Array {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  let copy: Buffer | null = null;
  for (const pointer of POINTERS) {
    for (let at = file.indexOf(pointer); at !== -1; at = file.indexOf(pointer, at + pointer.length)) {
      const number = readNumber(file, at + pointer.length);
      const offset = number && findSection(file, number.value);
      if (number === null || offset === null) continue;
      const digits = String(offset);
      if (digits.length > number.room) continue;
      copy ??= Buffer.from(file);
      copy.write(digits, number.start, 'latin1');
    }
  }
  return copy ?? bytes;
}

/**
 * Reads the number after a pointer; null if there is none or if it is part of a reference. A white-space
 * character after the number is room for another digit.
 */
function readNumber(file: Buffer, from: number): { value: number; start: number; room: number } | null {
  const text = file.toString('latin1', from, from + NUMBER_BYTES);
  const match = /^([\0\t\n\f\r ]*)(\d{1,15})(?!\d|[\0\t\n\f\r ]+\d+[\0\t\n\f\r ]+R)([\0\t\n\f\r ]?)/.exec(
    text,
  );
  if (match === null) return null;
  const [, space = '', digits = '', behind = ''] = match;
  return { value: Number(digits), start: from + space.length, room: digits.length + behind.length };
}

/**
 * Returns where the section after white space and comments begins. Returns null if there is no section, or if
 * there is nothing to skip before it.
 */
function findSection(file: Buffer, offset: number): number | null {
  let at = offset;
  while (at < file.length && at - offset < MOST_SKIPPED) {
    const byte = file[at] ?? 0;
    if (byte === PERCENT) at = endOfLine(file, at);
    else if (WHITE.has(byte)) at += 1;
    else break;
  }
  if (at === offset) return null;
  const text = file.toString('latin1', at, at + NUMBER_BYTES);
  if (/^xref[\0\t\n\f\r ]/.test(text)) return at;
  const isStream =
    /^\d{1,10}[\0\t\n\f\r ]+\d{1,5}[\0\t\n\f\r ]+obj(?![A-Za-z0-9])/.test(text) &&
    file.toString('latin1', at, at + DICTIONARY_BYTES).includes('/XRef');
  return isStream ? at : null;
}

function endOfLine(file: Buffer, from: number): number {
  let at = from;
  while (at < file.length && file[at] !== 10 && file[at] !== 13) at += 1;
  return at;
}
