import { encodeUtf8 } from '#domain/log/bytes.ts';
import { formatCheckpoint, type Checkpoint } from '#domain/log/checkpoint.ts';
import { formatNote, createVerifierKey, type VerifierKey } from '#domain/log/note.ts';
import { generateEd25519, signEd25519 } from '#server/crypto/ed25519.ts';
import { computeSha256Bytes } from '#server/crypto/hash.ts';
import { openSecret, sealSecret } from '#server/crypto/secret-box.ts';
import { insertIdentity, readIdentity, type StoredIdentity } from '#server/db/log/identity.ts';
import type { Services } from '#server/runtime/services.ts';

/** The identity of the instance's log: its name, its key, and the means to sign. */
export type LogIdentity = {
  readonly origin: string;
  readonly key: VerifierKey;
  /** Signs a state of the log. The same state always gives the same note. */
  readonly sign: (state: Omit<Checkpoint, 'origin'>) => string;
};

const PURPOSE = 'log-key/v1';

/**
 * Returns the log's identity, and begins the log if there is none yet. If several processes begin it
 * concurrently, the first wins.
 */
export async function openLogIdentity(
  services: Pick<Services, 'config' | 'db' | 'clock'>,
): Promise<LogIdentity> {
  const stored = (await readIdentity(services.db.drizzle)) ?? (await begin(services));
  const key = toVerifierKey(stored);
  return {
    origin: stored.origin,
    key,
    sign: (state) => {
      const privateKey = openSecret(services.config.secretKeys, PURPOSE, stored.privateKeySealed);
      const text = formatCheckpoint({ origin: stored.origin, ...state });
      const signature = signEd25519(privateKey, encodeUtf8(text));
      return formatNote({ text, signatures: [{ name: key.name, keyId: key.keyId, signature }] });
    },
  };
}

/** Returns the key that verifies the log's notes; null until the log begins. */
export async function readLogKey(services: Pick<Services, 'db'>): Promise<VerifierKey | null> {
  const stored = await readIdentity(services.db.drizzle);
  return stored === null ? null : toVerifierKey(stored);
}

async function begin({
  config,
  db,
  clock,
}: Pick<Services, 'config' | 'db' | 'clock'>): Promise<StoredIdentity> {
  const { privateKey, publicKey } = generateEd25519();
  const privateKeySealed = sealSecret(config.secretKeys.current, PURPOSE, privateKey);
  const { origin } = config.log;
  await insertIdentity(db.drizzle, { origin, publicKey, privateKeySealed, createdAt: clock() });
  const kept = await readIdentity(db.drizzle);
  if (kept === null) throw new Error("the log's identity is missing right after it was written");
  return kept;
}

function toVerifierKey({ origin, publicKey }: StoredIdentity): VerifierKey {
  return createVerifierKey(
    { name: origin, use: 'log', publicKey: new Uint8Array(publicKey) },
    computeSha256Bytes,
  );
}
