import { desc } from 'drizzle-orm';
import type { Drizzle } from '#server/db/client/client.ts';
import { storageKeys } from '#server/db/schema/storage-keys.ts';

export type StoredKey = { readonly id: string; readonly keySealed: string };

/** Returns all keys of the storage, newest first. */
export async function readStorageKeys(db: Drizzle): Promise<StoredKey[]> {
  return await db
    .select({ id: storageKeys.id, keySealed: storageKeys.keySealed })
    .from(storageKeys)
    .orderBy(desc(storageKeys.createdAt), desc(storageKeys.id));
}

export async function insertStorageKey(db: Drizzle, key: StoredKey, now: Date): Promise<void> {
  await db.insert(storageKeys).values({ ...key, createdAt: now });
}
