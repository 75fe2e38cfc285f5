/** One operator: its text, its position, and where its first operand starts. */
export interface ContentOperator {
  readonly operator: string;
  readonly operandsStart: number;
  readonly start: number;
  readonly end: number;
}

const WHITE = 1;
const DELIMITER = 2;
const CLASS = new Uint8Array(256);
for (const code of [0, 9, 10, 12, 13, 32]) CLASS[code] = WHITE;
for (const character of '()<>[]{}/%') CLASS[character.charCodeAt(0)] = DELIMITER;

const code = (character: string) => character.charCodeAt(0);
const PERCENT = code('%');
const OPEN = code('(');
const CLOSE = code(')');
const LESS = code('<');
const GREATER = code('>');
const SLASH = code('/');
const BACKSLASH = code('\\');
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/**
 * Walks the operators of a content stream (ISO 32000-2, 7.8.2) without parsing operands. Skips strings,
 * names, arrays, dictionaries and comments. An inline image counts as one operator `BI` that ends after its
 * `EI`.
 */
export function scanContent(bytes: Uint8Array, visit: (found: ContentOperator) => void): void {
  let position = 0;
  let operandsStart = -1;
  while (position < bytes.length) {
    const byte = bytes[position] ?? 0;
    if (CLASS[byte] === WHITE) {
      position += 1;
      continue;
    }
    if (byte === PERCENT) {
      position = findEndOfLine(bytes, position);
      continue;
    }
    const start = position;
    if (operandsStart < 0) operandsStart = start;
    if (byte === OPEN) position = findEndOfString(bytes, position);
    else if (byte === LESS && bytes[position + 1] !== LESS) position = findEndOfHexString(bytes, position);
    else if (byte === SLASH) position = findEndOfWord(bytes, position + 1);
    else if (CLASS[byte] === DELIMITER) position += 1;
    else {
      position = findEndOfWord(bytes, position);
      if (isNumberStart(byte)) continue;
      let operator = String.fromCharCode(...bytes.subarray(start, Math.min(position, start + 32)));
      if (operator === 'true' || operator === 'false' || operator === 'null') continue;
      if (operator === 'ID') {
        position = findEndOfInlineImage(bytes, position);
        operator = 'BI';
      } else if (operator === 'BI') continue;
      visit({ operator, operandsStart, start, end: position });
      operandsStart = -1;
    }
  }
}

function isNumberStart(byte: number): boolean {
  return (byte >= 48 && byte <= 57) || byte === 45 || byte === 43 || byte === 46;
}

function findEndOfLine(bytes: Uint8Array, start: number): number {
  let position = start;
  while (position < bytes.length && bytes[position] !== LINE_FEED && bytes[position] !== CARRIAGE_RETURN)
    position += 1;
  return position;
}

function findEndOfWord(bytes: Uint8Array, start: number): number {
  let position = start;
  while (position < bytes.length && CLASS[bytes[position] ?? 0] === 0) position += 1;
  return position;
}

function findEndOfString(bytes: Uint8Array, start: number): number {
  let depth = 0;
  for (let position = start; position < bytes.length; position += 1) {
    const byte = bytes[position];
    if (byte === BACKSLASH) position += 1;
    else if (byte === OPEN) depth += 1;
    else if (byte === CLOSE) {
      depth -= 1;
      if (depth === 0) return position + 1;
    }
  }
  return bytes.length;
}

function findEndOfHexString(bytes: Uint8Array, start: number): number {
  const end = bytes.indexOf(GREATER, start);
  return end < 0 ? bytes.length : end + 1;
}

/** Bytes after a possible `EI` that must look like content. */
const LOOK_AHEAD_BYTES = 12;

/** Finds the end of an inline image: white space, `EI`, and then something that looks like content. */
function findEndOfInlineImage(bytes: Uint8Array, start: number): number {
  for (let position = start + 1; position + 1 < bytes.length; position += 1) {
    if (bytes[position] !== 0x45 || bytes[position + 1] !== 0x49) continue;
    if (CLASS[bytes[position - 1] ?? 0] !== WHITE) continue;
    const after = position + 2;
    if (after < bytes.length && CLASS[bytes[after] ?? 0] !== WHITE) continue;
    if (bytes.subarray(after, after + LOOK_AHEAD_BYTES).every(isContentByte)) return after;
  }
  return bytes.length;
}

function isContentByte(byte: number): boolean {
  return (byte >= 32 && byte < 127) || byte === LINE_FEED || byte === CARRIAGE_RETURN || byte === 9;
}
