/**
 * Returns the SHA-256 of the bytes in lowercase hex. Returns null outside of HTTPS and localhost, where
 * browsers offer no digest. The signature is then sent without a hash.
 */
export async function computeDocumentHash(bytes: Uint8Array): Promise<string | null> {
  const subtle = globalThis.crypto?.subtle as SubtleCrypto | undefined;
  if (subtle === undefined) return null;
  const digest = new Uint8Array(await subtle.digest('SHA-256', Uint8Array.from(bytes)));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
