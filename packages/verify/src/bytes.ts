/** Thrown for input that breaks its format. Checks turn it into a result; nothing else may escape them. */
export class Malformed extends Error {
  override readonly name = 'Malformed';
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

export function toHex(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += HEX[byte];
  return text;
}

export function fromHex(text: string): Uint8Array<ArrayBuffer> {
  if (!/^(?:[0-9a-f]{2})*$/i.test(text)) throw new Malformed('not hexadecimal');
  const bytes = new Uint8Array(text.length / 2);
  for (let at = 0; at < bytes.length; at++) bytes[at] = Number.parseInt(text.slice(at * 2, at * 2 + 2), 16);
  return bytes;
}

/** Decodes standard base64 with padding. Accepts no other encoding of the same bytes. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  let binary: string;
  try {
    binary = atob(text);
  } catch {
    throw new Malformed('not base64');
  }
  if (btoa(binary) !== text) throw new Malformed('not base64');
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

/** Reads bytes as Latin-1, one character per byte. */
export function decodeLatin1(bytes: Uint8Array, start = 0, end = bytes.length): string {
  let text = '';
  for (let at = Math.max(0, start); at < Math.min(end, bytes.length); at++)
    text += String.fromCharCode(bytes[at] ?? 0);
  return text;
}

export function encodeUtf8(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

/** Decodes UTF-8 strictly. */
export function fromUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Malformed('not UTF-8');
  }
}

export function concat(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

export function isEqual(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}

/** Finds ASCII text in bytes; -1 if it isn't there. */
export function findText(bytes: Uint8Array, text: string, from = 0): number {
  const first = text.charCodeAt(0);
  for (let at = bytes.indexOf(first, from); at !== -1; at = bytes.indexOf(first, at + 1))
    if (matchesText(bytes, text, at)) return at;
  return -1;
}

export function matchesText(bytes: Uint8Array, text: string, at: number): boolean {
  if (at < 0 || at + text.length > bytes.length) return false;
  for (let index = 0; index < text.length; index++)
    if (bytes[at + index] !== text.charCodeAt(index)) return false;
  return true;
}
