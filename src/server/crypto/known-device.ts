import { randomBytes } from 'node:crypto';
import { deriveKey, isEqualInConstantTime, computeHmacSha256 } from './hmac.ts';

type Keys = {
  readonly current: { readonly key: string };
  readonly previous: readonly { readonly key: string }[];
};
/** The account. Changing its password makes every browser unknown again. */
type Owner = { readonly id: string; readonly passwordHash: string };

/**
 * Creates a token that marks a browser in which a person has signed in: a random name and an HMAC-SHA-256
 * over that name, the person and their password hash. The token grants nothing. It only lets sign-in attempts
 * from known browsers be counted separately.
 */
function createDeviceToken(owner: Owner, keys: Keys): string {
  const name = randomBytes(16).toString('base64url');
  return `${name}.${authenticate(name, owner, keys.current.key)}`;
}

/**
 * Adds a token for a person to the tokens that a browser has, which may be shared by several people. Removes
 * the person's earlier token, and the oldest one if there are too many.
 */
export function addDeviceToken(tokens: string | null, owner: Owner, keys: Keys): string {
  const others = splitTokens(tokens).filter((token) => readToken(token, owner, keys) === null);
  return [createDeviceToken(owner, keys), ...others].slice(0, TOKENS_MAX).join(SEPARATOR);
}

/** Returns the name of a browser that is known for this person, otherwise null. */
export function findKnownDevice(tokens: string | null, owner: Owner, keys: Keys): string | null {
  for (const token of splitTokens(tokens)) {
    const name = readToken(token, owner, keys);
    if (name !== null) return name;
  }
  return null;
}

const SEPARATOR = '~';
const TOKENS_MAX = 5;

function splitTokens(tokens: string | null): string[] {
  return (tokens?.split(SEPARATOR) ?? []).slice(0, TOKENS_MAX);
}

function readToken(token: string, owner: Owner, keys: Keys): string | null {
  const [name, mac, ...more] = token.split('.');
  if (name === undefined || mac === undefined || more.length > 0) return null;
  const isOurs = [keys.current, ...keys.previous].some(({ key }) =>
    isEqualInConstantTime(Buffer.from(authenticate(name, owner, key)), Buffer.from(mac)),
  );
  return isOurs ? name : null;
}

function authenticate(name: string, { id, passwordHash }: Owner, secret: string): string {
  const mac = computeHmacSha256(
    deriveKey(secret, 'known-device/v1'),
    JSON.stringify([name, id, passwordHash]),
  );
  return Buffer.from(mac).toString('base64url');
}
