/**
 * SHA-256 of the bytes in lowercase hex, or null where the browser offers no digest: it does so on https and on
 * localhost only. Without it the signature is sent without the hash of what was shown.
 */
export async function documentHash(bytes: Uint8Array): Promise<string | null> {
  const subtle = globalThis.crypto?.subtle as SubtleCrypto | undefined;
  if (subtle === undefined) return null;
  const digest = new Uint8Array(await subtle.digest('SHA-256', bytes.slice()));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
