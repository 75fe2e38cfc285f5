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

/** The keys of access tokens: in the database, so that every process knows them and any may replace them. */
export type SigningKeys = {
  /** All that verify, the newest first: that one signs. Made at first need. */
  readonly all: () => Promise<readonly SigningKey[]>;
  /** The key of a token's header; null for one that is unknown, also after another look. */
  readonly verifier: (kid: string) => Promise<CryptoKey | null>;
  /** Has a new key sign from now on. Tokens of the old ones stay valid until they expire. */
  readonly rotate: () => Promise<void>;
  /** Replaces a key that has signed long enough, and forgets those whose last token has expired. */
  readonly maintain: () => Promise<void>;
};

const PURPOSE = 'oauth-key/v1';
/** How long a process goes on without asking whether another has replaced the key. */
const TRUSTED_FOR_MS = 60_000;
/** The least time between two looks for a key that tokens of strangers name. */
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
    // What went wrong is not kept: the next request tries again.
    loaded.catch(() => (loaded = null));
    return await loaded;
  };
  const fresh = async (maxAgeMs: number): Promise<Loaded> => {
    const current = await loaded;
    return current !== null && Date.now() - current.at < maxAgeMs ? current : await reload();
  };

  return {
    all: async () => (await fresh(TRUSTED_FOR_MS)).keys,
    verifier: async (kid) => {
      const known = (await fresh(TRUSTED_FOR_MS)).publicKeys.get(kid);
      return known ?? (await fresh(LOOK_AGAIN_MS)).publicKeys.get(kid) ?? null;
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
  let keys = await readable(services);
  if (keys.length === 0) {
    await addKey(services, services.clock());
    keys = await readable(services);
  }
  const publicKeys = new Map<string, CryptoKey>();
  for (const { kid, publicJwk } of keys)
    publicKeys.set(kid, (await importJWK(publicJwk, 'ES256')) as CryptoKey);
  return { keys, publicKeys, at: Date.now() };
}

/** The keys that the secret key opens. One that it does not open signs no more: there will be a new one. */
async function readable(services: RecordServices): Promise<SigningKey[]> {
  const stored = await readSigningKeys(services.db.drizzle);
  return stored.flatMap((key) => {
    try {
      return [opened(services, key)];
    } catch (error) {
      if (!(error instanceof SecretBoxError)) throw error;
      services.log.warn({ err: error, kid: key.id }, 'a signing key could not be decrypted');
      return [];
    }
  });
}

function opened(
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
