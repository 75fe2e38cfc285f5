/** A key that this file wouldn't build: either a bug or an attempt to escape the storage. */
export class InvalidKeyError extends Error {
  override readonly name = 'InvalidKeyError';
}

/**
 * Returns the key of a document, derived from its content so that an organization's identical files are
 * stored once.
 */
export function buildBlobKey(organizationId: string, sha256: string): string {
  if (!SHA256.test(sha256))
    throw new InvalidKeyError(`not a SHA-256 in lowercase hex: ${JSON.stringify(sha256)}`);
  return requireValidKey(`${organizationId}/blobs/${sha256}`);
}

/** Returns the key of a public image, readable by anyone who knows its hash. */
export function buildLogoKey(sha256: string): string {
  if (!SHA256.test(sha256))
    throw new InvalidKeyError(`not a SHA-256 in lowercase hex: ${JSON.stringify(sha256)}`);
  return requireValidKey(`public/logos/${sha256}`);
}

/**
 * Returns the key of a part of the log's copy. The copy contains only data that is public or meaningless
 * without the database.
 */
export function buildLogKey(log: string, part: string): string {
  return requireValidKey(`public/log-${log}/${part}`);
}

/** Checks whether a key belongs to a public image or to the log. No database row refers to those. */
export function isPublicKey(key: string): boolean {
  return key.startsWith('public/');
}

/** Returns the key of a part of an export. */
export function exportKey(organizationId: string, exportId: string, part: number): string {
  return requireValidKey(`${organizationId}/exports/${exportId}-${part}`);
}

/** Returns the key of an envelope's unchecked upload. */
export function uploadKey(organizationId: string, envelopeId: string): string {
  return requireValidKey(`${organizationId}/uploads/${envelopeId}`);
}

/**
 * Returns the key if it is well-formed: three names of lowercase letters, digits, `_` and `-`. That way, no
 * key contains another, escapes its directory or needs escaping in a URL. Throws InvalidKeyError.
 */
export function requireValidKey(key: string): string {
  if (!isStorageKey(key))
    throw new InvalidKeyError(`not a storage key: ${JSON.stringify(key.slice(0, 200))}`);
  return key;
}

/** Checks whether a key is well-formed. */
export function isStorageKey(key: string): boolean {
  return KEY.test(key);
}

const SHA256 = /^[0-9a-f]{64}$/;
const NAME = '[a-z0-9][a-z0-9_-]{0,127}';
const KEY = new RegExp(`^${NAME}/${NAME}/${NAME}$`);
