import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** A secret and its public identifier, which ciphertexts contain. */
export type BoxKey = { readonly id: string; readonly key: string };

/** The current key and the keys that it replaced. */
export type BoxKeys = { readonly current: BoxKey; readonly previous: readonly BoxKey[] };

/** Thrown when a box can't be opened: it is forged, altered, for another purpose, or its key is lost. */
export class SecretBoxError extends Error {
  override readonly name = 'SecretBoxError';
}

/** The purposes that secrets are encrypted for. A box opens only for its own purpose. */
export type BoxPurpose =
  | 'identity provider secret'
  | 'log-key/v1'
  | 'oauth-client-secret/v1'
  | 'oauth-key/v1'
  | 'seal-key/v1'
  | 'single sign-on secret'
  | 'storage-key/v1'
  | 'totp secret'
  | 'webhook secret';

const FORMAT = 'box1';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts a secret for storage with AES-256-GCM (NIST SP 800-38D), under a key derived for this purpose
 * (HKDF-SHA-256, RFC 5869). Returns `box1.<key id>.<base64url>`.
 */
export function sealSecret(key: BoxKey, purpose: BoxPurpose, plaintext: Uint8Array): string {
  const header = `${FORMAT}.${key.id}`;
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', deriveKey(key, purpose), nonce);
  cipher.setAAD(Buffer.from(header));
  const sealed = Buffer.concat([nonce, cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]);
  return `${header}.${sealed.toString('base64url')}`;
}

/** Decrypts what `sealSecret` encrypted for the same purpose. Throws `SecretBoxError`. */
export function openSecret(keys: BoxKeys, purpose: BoxPurpose, box: string): Uint8Array {
  const { id, sealed } = parseBox(box);
  const key = [keys.current, ...keys.previous].find((candidate) => candidate.id === id);
  if (!key) throw new SecretBoxError(`no secret key with the id ${id} is configured`);

  const nonce = sealed.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', deriveKey(key, purpose), nonce, {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(`${FORMAT}.${id}`));
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  try {
    const plaintext = decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES));
    decipher.final();
    return new Uint8Array(plaintext);
  } catch {
    throw new SecretBoxError("the secret can't be decrypted: it was altered or belongs to another key");
  }
}

/** Encrypts a secret again under the current key. Throws `SecretBoxError` if it can't be decrypted. */
export function resealSecret(keys: BoxKeys, purpose: BoxPurpose, box: string): string {
  return sealSecret(keys.current, purpose, openSecret(keys, purpose, box));
}

function parseBox(box: string): { id: string; sealed: Buffer } {
  const match = /^box1\.([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)$/.exec(box);
  const [, id, text] = match ?? [];
  if (id === undefined || text === undefined) throw new SecretBoxError('not an encrypted secret');
  const sealed = Buffer.from(text, 'base64url');
  if (sealed.length < NONCE_BYTES + TAG_BYTES) throw new SecretBoxError('the encrypted secret is truncated');
  return { id, sealed };
}

function deriveKey(key: BoxKey, purpose: BoxPurpose): Buffer {
  return Buffer.from(hkdfSync('sha256', key.key, '', `countersign secret box: ${purpose}`, 32));
}
