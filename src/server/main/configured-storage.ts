import { randomBytes } from 'node:crypto';
import { openSecret, sealSecret } from '#server/crypto/secret-box.ts';
import { insertStorageKey, readStorageKeys } from '#server/db/housekeeping/storage-keys.ts';
import type { StorageDriver } from '#server/storage/driver.ts';
import { type DataKeys, withEncryption } from '#server/storage/encrypted/driver.ts';
import type { DataKey } from '#server/storage/encrypted/format.ts';
import { openStorage } from '#server/storage/open-storage.ts';
import type { Services } from '#server/runtime/services.ts';

type Opening = Pick<Services, 'config' | 'db' | 'clock' | 'newId'>;

const KEY_BYTES = 32;
/** How long a process keeps using a key after it was replaced. */
const LOOK_AGAIN_MS = 60_000;

/**
 * Opens the storage of STORAGE_URL. It encrypts new objects if encryption is configured, and can always read
 * encrypted ones.
 */
export function openConfiguredStorage(opening: Opening): StorageDriver {
  const storage = openStorage(opening.config.storageUrl);
  if (storage === null) throw new Error('the configured storage URL is invalid');
  return withEncryption(storage, openDataKeys(opening));
}

/** Adds a key for new objects and returns its name. Running processes begin to use it within a minute. */
export async function addStorageKey({ config, db, newId }: Omit<Opening, 'clock'>): Promise<string> {
  const id = newId('storageKey');
  const keySealed = sealSecret(config.secretKeys.current, 'storage-key/v1', randomBytes(KEY_BYTES));
  await insertStorageKey(db.drizzle, { id, keySealed });
  return id;
}

/** Opens the keys in the database. Each is decrypted once and then kept. */
function openDataKeys(opening: Opening): DataKeys {
  const { config, db, clock } = opening;
  const known = new Map<string, DataKey>();
  let newest: DataKey | null = null;
  let lookedAt = 0;
  const load = async () => {
    const stored = await readStorageKeys(db.drizzle);
    for (const { id, keySealed } of stored)
      if (!known.has(id))
        known.set(id, { id, key: openSecret(config.secretKeys, 'storage-key/v1', keySealed) });
    newest = known.get(stored[0]?.id ?? '') ?? null;
    lookedAt = clock().getTime();
  };
  const isOld = () => Math.abs(clock().getTime() - lookedAt) > LOOK_AGAIN_MS;
  return {
    current: async () => {
      if (!config.encryptsStorage) return null;
      if (newest === null || isOld()) await load();
      if (newest !== null) return newest;
      // Processes that start at the same moment may each add a key. All of these keys stay.
      await addStorageKey(opening);
      await load();
      return newest;
    },
    named: async (id) => {
      if (!known.has(id)) await load();
      return known.get(id) ?? null;
    },
  };
}
