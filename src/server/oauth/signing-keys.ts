import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import { LIMITS } from '#domain/limits.ts';
import { openSecret, sealSecret, SecretBoxError } from '#server/crypto/secret-box.ts';
import {
  forgetReplacedKeys,
  insertSigningKey,
  readSigningKeys,
  type StoredSigningKey,
} from '#server/db/oauth/oauth-keys.ts';
import type { RecordServices } from './services.ts';

export type SigningKey = { readonly kid: string; readonly privateJwk: JWK; readonly publicJwk: JWK };

/**
 * The keys of access tokens. They are stored in the database, so every process knows them and can replace
 * them.
 */
export type SigningKeys = {
  /** Returns all keys that verify, newest first. The first one signs. Creates a key if there is none. */
  readonly all: () => Promise<readonly SigningKey[]>;
  /**
   * Returns the key that a token's header names; null if it is unknown even after the keys have been
   * reloaded.
   */
  readonly verifier: (kid: string) => Promise<CryptoKey | null>;
  /** Creates a new key that signs from now on. Tokens signed with older keys stay valid until they expire. */
  readonly rotate: () => Promise<void>;
  /** Replaces a key that has signed for long enough, and deletes keys whose last token has expired. */
  readonly maintain: () => Promise<void>;
};

const PURPOSE = 'oauth-key/v1';
/** How long a process uses a key without checking whether another process has replaced it. */
const TRUSTED_FOR_MS = 60_000;
/** The shortest time between two reloads caused by tokens that name an unknown key. */
const LOOK_AGAIN_MS = 1_000;

type Loaded = {
  readonly keys: readonly SigningKey[];
  readonly publicKeys: ReadonlyMap<string, CryptoKey>;
  readonly at: number;
};

/** Opens the signing keys of this instance. */
export function openSigningKeys(services: RecordServices): SigningKeys {
  let loaded: Promise<Loaded> | null = null;

  const reload = async (): Promise<Loaded> => {
    loaded = load(services);
    // A failure isn't cached, so the next request tries again.
    loaded.catch(() => (loaded = null));
    return await loaded;
  };
  const loadFresh = async (maxAgeMs: number): Promise<Loaded> => {
    const current = await loaded;
    return current !== null && Date.now() - current.at < maxAgeMs ? current : await reload();
  };

  return {
    all: async () => (await loadFresh(TRUSTED_FOR_MS)).keys,
    verifier: async (kid) => {
      const known = (await loadFresh(TRUSTED_FOR_MS)).publicKeys.get(kid);
      return known ?? (await loadFresh(LOOK_AGAIN_MS)).publicKeys.get(kid) ?? null;
    },
    rotate: async () => {
      await addKey(services, services.clock());
      await reload();
    },
    maintain: async () => {
      const now = services.clock().getTime();
      await addKey(services, new Date(now - LIMITS.signingKeyLifeMs));
      await forgetReplacedKeys(services.db.drizzle, new Date(now - LIMITS.replacedSigningKeyKeptMs));
    },
  };
}

async function load(services: RecordServices): Promise<Loaded> {
  let keys = await readUsableKeys(services);
  if (keys.length === 0) {
    await addKey(services, services.clock());
    keys = await readUsableKeys(services);
  }
  const publicKeys = new Map<string, CryptoKey>();
  for (const { kid, publicJwk } of keys)
    publicKeys.set(kid, (await importJWK(publicJwk, 'ES256')) as CryptoKey);
  return { keys, publicKeys, at: Date.now() };
}

/**
 * Returns the keys that the secret key can decrypt. Others are left out, so a new key is created if none
 * remains.
 */
async function readUsableKeys(services: RecordServices): Promise<SigningKey[]> {
  const stored = await readSigningKeys(services.db.drizzle);
  return stored.flatMap((key) => {
    try {
      return [openSigningKey(services, key)];
    } catch (error) {
      if (!(error instanceof SecretBoxError)) throw error;
      services.log.warn({ err: error, kid: key.id }, 'a signing key could not be decrypted');
      return [];
    }
  });
}

function openSigningKey(
  { config }: RecordServices,
  { id, publicJwk, privateKeySealed }: StoredSigningKey,
): SigningKey {
  const bytes = openSecret(config.secretKeys, PURPOSE, privateKeySealed);
  const secret = JSON.parse(Buffer.from(bytes).toString('utf8')) as JWK;
  const header = { kid: id, alg: 'ES256', use: 'sig' };
  return { kid: id, privateJwk: { ...secret, ...header }, publicJwk: { ...publicJwk, ...header } };
}

async function addKey({ config, db, clock }: RecordServices, unlessSince: Date): Promise<void> {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  const publicJwk = await exportJWK(publicKey);
  const secret = Buffer.from(JSON.stringify(await exportJWK(privateKey)));
  const key = {
    id: await calculateJwkThumbprint(publicJwk),
    publicJwk: publicJwk as Record<string, unknown>,
    privateKeySealed: sealSecret(config.secretKeys.current, PURPOSE, secret),
    createdAt: clock(),
  };
  await insertSigningKey(db.drizzle, key, unlessSince);
}
