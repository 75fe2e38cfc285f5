import { deriveKey, isEqualInConstantTime, computeHmacSha256 } from './hmac.ts';
import { computeSha256Hex } from './hash.ts';

/** Where a page of a list ended: the sort key and identifier of its last row. */
export type CursorPosition = { readonly key: string; readonly id: string };

const MAC_CHARS = 16;
const FINGERPRINT_CHARS = 12;
const SEPARATOR = '\n';

/** Creates a tamper-proof cursor that is valid for one set of filters. */
export function sealCursor(position: CursorPosition, filters: unknown, secret: string): string {
  const parts = [position.id, computeFingerprint(filters), position.key].join(SEPARATOR);
  const body = Buffer.from(parts).toString('base64url');
  return computeMac(body, secret) + body;
}

/** Returns the position in a cursor; null if it was forged or belongs to other filters. */
export function openCursor(cursor: string, filters: unknown, secret: string): CursorPosition | null {
  const body = cursor.slice(MAC_CHARS);
  const given = Buffer.from(cursor.slice(0, MAC_CHARS));
  if (!isEqualInConstantTime(Buffer.from(computeMac(body, secret)), given)) return null;
  const [id = '', filtered, ...key] = Buffer.from(body, 'base64url').toString().split(SEPARATOR);
  return filtered === computeFingerprint(filters) ? { key: key.join(SEPARATOR), id } : null;
}

function computeMac(body: string, secret: string): string {
  return Buffer.from(computeHmacSha256(deriveKey(secret, 'cursor/v1'), body))
    .toString('base64url')
    .slice(0, MAC_CHARS);
}

function computeFingerprint(filters: unknown): string {
  return computeSha256Hex(JSON.stringify(filters)).slice(0, FINGERPRINT_CHARS);
}
