import { canonicalJson } from '#domain/event/canonical.ts';
import { DecodedBase64 } from '#wire/base64.ts';
import { sha256Hex } from '#server/crypto/hash.ts';

/** Longer texts are hashed separately: canonicalizing a document's base64 takes seconds. */
const LONG_TEXT_CHARS = 1024;

/**
 * Returns what identifies a repeated request: the SHA-256 (hex) of method, path and canonical JSON of its
 * input.
 */
export function fingerprintOf(
  method: string,
  path: string,
  input: Readonly<Record<string, unknown>>,
): string {
  return sha256Hex(`${method} ${path} ${canonicalJson(shortened(input))}`);
}

/** Replaces long texts by their hash, with a NUL that no text in a request can contain. */
function shortened(value: unknown): unknown {
  if (typeof value === 'string') return value.length > LONG_TEXT_CHARS ? hashed(sha256Hex(value)) : value;
  if (value instanceof DecodedBase64) return hashed(value.textSha256);
  if (Array.isArray(value)) return value.map(shortened);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shortened(inner)]));
}

function hashed(sha256: string): string {
  return `\0sha256 ${sha256}`;
}
