/** A key that no builder of this file makes: a fault of ours, or an attempt to leave the store. */
export class InvalidKeyError extends Error {
  override readonly name = 'InvalidKeyError';
}

/** The key of a document by its content: the same bytes of one organization are kept once. */
export function blobKey(organizationId: string, sha256: string): string {
  if (!SHA256.test(sha256))
    throw new InvalidKeyError(`not a SHA-256 in lowercase hex: ${JSON.stringify(sha256)}`);
  return checkedKey(`${organizationId}/blobs/${sha256}`);
}

/** The key of a picture that anyone may see who knows its content's hash: it belongs to no organization. */
export function logoKey(sha256: string): string {
  if (!SHA256.test(sha256))
    throw new InvalidKeyError(`not a SHA-256 in lowercase hex: ${JSON.stringify(sha256)}`);
  return checkedKey(`public/logos/${sha256}`);
}

/** Whether a key is that of a picture for everyone: mails refer to it, which no row tells of. */
export function isPublicKey(key: string): boolean {
  return key.startsWith('public/');
}

/** The key of bytes that were uploaded for an envelope and that nobody has looked at yet. */
export function uploadKey(organizationId: string, envelopeId: string): string {
  return checkedKey(`${organizationId}/uploads/${envelopeId}`);
}

/**
 * The key itself when it is well-formed: three names of lowercase letters, digits, `_` and `-`. So no key contains another,
 * none leaves a directory, and none needs escaping in a URL. Throws InvalidKeyError.
 */
export function checkedKey(key: string): string {
  if (!KEY.test(key)) throw new InvalidKeyError(`not a storage key: ${JSON.stringify(key.slice(0, 200))}`);
  return key;
}

const SHA256 = /^[0-9a-f]{64}$/;
const NAME = '[a-z0-9][a-z0-9_-]{0,127}';
const KEY = new RegExp(`^${NAME}/${NAME}/${NAME}$`);
