const SLASH = 0x2f;
const ESCAPE = 0x23;
const SPACE = 0x20;

/** The most bytes of a name with escapes. Longer names exceed the limit of ISO 32000-1, annex C. */
const MOST_BYTES = 4 * 127;

/** White space and delimiters (ISO 32000-2, 7.2.3), and the escape character itself. */
const SPECIAL = new Set(Buffer.from('\0\t\n\f\r ()<>[]{}/%#', 'latin1'));

/**
 * Replaces escapes in names by the bytes that they stand for, followed by spaces so that no offset changes.
 * libpdf decodes escaped names as UTF-8, which loses the bytes of names in other encodings, so that fonts and
 * resources are no longer found.
 */
export function withPlainNames(bytes: Uint8Array): Uint8Array {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  let copy: Buffer | null = null;
  for (let at = file.indexOf(ESCAPE); at !== -1; at = file.indexOf(ESCAPE, at + 1)) {
    if (readEscape(file, at) < 0x80) continue;
    const start = findNameStart(file, at);
    const name = start === null ? null : readName(file, start);
    if (start === null || name === null || isInStream(file, start)) continue;
    copy ??= Buffer.from(file);
    copy.fill(SPACE, start, name.end);
    copy.set(name.bytes, start);
    at = name.end;
  }
  return copy ?? bytes;
}

/** Returns where the name after a slash begins; null if there is none. */
function findNameStart(file: Buffer, at: number): number | null {
  for (let start = at; start > 0 && at - start < MOST_BYTES; start -= 1) {
    const before = file[start - 1] ?? 0;
    if (before === SLASH) return start;
    if (before !== ESCAPE && SPECIAL.has(before)) return null;
  }
  return null;
}

/**
 * Decodes a name. Returns null if the name can't be written without its escapes, or if it is unmistakably
 * UTF-8.
 */
function readName(file: Buffer, start: number): { bytes: Buffer; end: number } | null {
  const bytes: number[] = [];
  let end = start;
  while (end < file.length) {
    const byte = file[end] ?? 0;
    const escaped = byte === ESCAPE ? readEscape(file, end) : -1;
    if (escaped === -1 && SPECIAL.has(byte)) break;
    const value = escaped === -1 ? byte : escaped;
    if (SPECIAL.has(value)) return null;
    bytes.push(value);
    end += escaped === -1 ? 1 : 3;
  }
  const name = Buffer.from(bytes);
  const text = name.toString('utf8');
  // Text beyond Latin-1 is written as UTF-8 again, so such a name is kept.
  const isKept = !text.includes('\ufffd') && /[^\u0000-\u00ff]/.test(text);
  return isKept ? null : { bytes: name, end };
}

/** Returns the byte that an escape stands for, or -1 if it isn't an escape. */
function readEscape(file: Buffer, at: number): number {
  const digits = file.toString('latin1', at + 1, at + 3);
  return /^[0-9a-f]{2}$/i.test(digits) ? Number.parseInt(digits, 16) : -1;
}

function isInStream(file: Buffer, at: number): boolean {
  const keyword = file.lastIndexOf('stream', at, 'latin1');
  return keyword !== -1 && file.toString('latin1', Math.max(0, keyword - 3), keyword) !== 'end';
}
