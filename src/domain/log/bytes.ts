/** Returns the SHA-256 of bytes, as 32 bytes. Passed in, because the domain has no cryptography. */
export type DigestOfBytes = (bytes: Uint8Array) => Uint8Array;

/** Encodes a text as UTF-8. */
export function encodeUtf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** Encodes bytes as lowercase hex. */
export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Reads hex. Returns null if the text is anything else. */
export function fromHex(hex: string): Uint8Array | null {
  if (!/^(?:[0-9a-f]{2})*$/.test(hex)) return null;
  return Uint8Array.from({ length: hex.length / 2 }, (_, at) =>
    Number.parseInt(hex.slice(at * 2, at * 2 + 2), 16),
  );
}

/** Encodes bytes as standard base64 with padding (RFC 4648, section 4). */
export function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

/**
 * Reads standard base64 in its canonical form: padded, with zeros in the unused bits. Returns null if the
 * text is anything else.
 */
export function fromBase64(text: string): Uint8Array | null {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return null;
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  return toBase64(bytes) === text ? bytes : null;
}

/** Joins byte strings. */
export function concatBytes(...parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** Reads a decimal number without leading zeros. Returns null if the text is anything else. */
export function fromDecimal(text: string): number | null {
  const value = /^(?:0|[1-9][0-9]{0,15})$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(value) ? value : null;
}
