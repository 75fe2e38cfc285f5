import { randomBytes } from 'node:crypto';
import { deriveKey, equalInConstantTime, hmacSha256 } from './hmac.ts';

type Keys = {
  readonly current: { readonly key: string };
  readonly previous: readonly { readonly key: string }[];
};
/** Whose browser it is. Another password makes every browser a stranger again. */
type Owner = { readonly id: string; readonly passwordHash: string };

/**
 * What a browser keeps to be known as one in which a person has logged in: a random name, and an HMAC-SHA-256 over it, the
 * person and the password of then. It opens nothing: it only has attempts from there counted apart from those of strangers.
 */
export function newDeviceToken(owner: Owner, keys: Keys): string {
  const name = randomBytes(16).toString('base64url');
  return `${name}.${authenticate(name, owner, keys.current.key)}`;
}

/** The name of a browser that is known for this person; null for any other. */
export function knownDevice(token: string | null, owner: Owner, keys: Keys): string | null {
  const [name, mac, ...more] = token?.split('.') ?? [];
  if (name === undefined || mac === undefined || more.length > 0) return null;
  const isOurs = [keys.current, ...keys.previous].some(({ key }) =>
    equalInConstantTime(Buffer.from(authenticate(name, owner, key)), Buffer.from(mac)),
  );
  return isOurs ? name : null;
}

function authenticate(name: string, { id, passwordHash }: Owner, secret: string): string {
  const mac = hmacSha256(deriveKey(secret, 'known-device/v1'), JSON.stringify([name, id, passwordHash]));
  return Buffer.from(mac).toString('base64url');
}
