/**
 * The kinds of characters in base64: a digit, padding, a space within a line, or a line break. All other
 * characters are 0.
 */
const [DIGIT, PADDING, SPACE, BREAK] = [1, 2, 3, 4];
const KINDS = new Uint8Array(128);
for (const [kind, characters] of [
  [DIGIT, 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'],
  [PADDING, '='],
  [SPACE, ' \t'],
  [BREAK, '\r\n'],
] as const)
  for (const character of characters) KINDS[character.charCodeAt(0)] = kind;

/**
 * Returns how many bytes a base64 text (RFC 4648 section 4) decodes to, or null if it isn't base64. The text
 * may be split into lines, as `base64`, Python and MIME (RFC 2045) print it, with spaces before and after the
 * line breaks. Makes no copies, because the text may be as large as a document.
 */
export function countBase64Bytes(text: string): number | null {
  const counted = count(text, 0);
  return counted === null || (counted.digits + counted.padding) % 4 !== 0 ? null : countBytes(counted.digits);
}

/**
 * Splits a base64 data URL (RFC 2397) into its type with parameters and its base64, and returns how many
 * bytes the base64 decodes to. Returns null for any other text. The base64 may be split into lines, and its
 * padding may be missing.
 */
export function readDataUrl(
  url: string,
): { readonly type: string; readonly base64: string; readonly size: number } | null {
  const [prefix = '', type] = /^data:([^,]*);base64,/.exec(url) ?? [];
  const counted = count(url, prefix.length);
  if (type === undefined || counted === null || counted.digits === 0) return null;
  return { type, base64: url.slice(prefix.length), size: countBytes(counted.digits) };
}

function countBytes(digits: number): number {
  return Math.floor((digits * 3) / 4);
}

/**
 * Counts the digits and the padding after them, which is two characters at most. Returns null if the text
 * contains anything else.
 */
function count(text: string, start: number): { readonly digits: number; readonly padding: number } | null {
  let digits = 0;
  let padding = 0;
  let at = start;
  while (at < text.length) {
    const before = at;
    while (KINDS[text.charCodeAt(at)] === DIGIT) at += 1;
    if (at > before && padding > 0) return null;
    digits += at - before;
    const behind = skipSpace(text, at);
    if (behind > at) at = behind;
    else if (at < text.length) {
      if (KINDS[text.charCodeAt(at)] !== PADDING || padding === 2) return null;
      padding += 1;
      at += 1;
    }
  }
  return { digits, padding };
}

/** Returns the end of a run of spaces if it contains a line break, otherwise its start. */
function skipSpace(text: string, start: number): number {
  let at = start;
  let isBroken = false;
  for (; ; at += 1) {
    const kind = KINDS[text.charCodeAt(at)];
    if (kind === BREAK) isBroken = true;
    else if (kind !== SPACE) return isBroken ? at : start;
  }
}
