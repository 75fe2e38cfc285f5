import { toCanonicalJson } from '#domain/event/canonical.ts';
import { DecodedBase64 } from '#wire/base64.ts';
import { computeSha256Hex } from '#server/crypto/hash.ts';

/** Longer texts are hashed separately: canonicalizing a document's base64 takes seconds. */
const LONG_TEXT_CHARS = 1024;

/**
 * Returns a fingerprint that identifies a repeated request: the SHA-256 (hex) of the method, path and
 * canonical JSON of the input.
 */
export function computeFingerprint(
  method: string,
  path: string,
  input: Readonly<Record<string, unknown>>,
): string {
  return computeSha256Hex(`${method} ${path} ${toCanonicalJson(shortenValue(input))}`);
}

/** Replaces long texts by their hash, marked with a NUL, which no text in a request can contain. */
function shortenValue(value: unknown): unknown {
  if (typeof value === 'string')
    return value.length > LONG_TEXT_CHARS ? formatHash(computeSha256Hex(value)) : value;
  if (value instanceof DecodedBase64) return formatHash(value.textSha256);
  if (Array.isArray(value)) return value.map(shortenValue);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shortenValue(inner)]));
}

function formatHash(sha256: string): string {
  return `\0sha256 ${sha256}`;
}
