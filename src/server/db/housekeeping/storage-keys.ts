import { storageKeys } from '#server/db/schema/storage-keys.ts';
import { desc, sql } from 'drizzle-orm';
import type { Drizzle } from '#server/db/client/client.ts';

export type StoredKey = { readonly id: string; readonly keySealed: string };

/** Returns all storage keys, newest first. */
export async function readStorageKeys(db: Drizzle): Promise<StoredKey[]> {
  return await db
    .select({ id: storageKeys.id, keySealed: storageKeys.keySealed })
    .from(storageKeys)
    .orderBy(desc(storageKeys.createdAt), desc(storageKeys.id));
}

/**
 * Adds a key. Its time is the database's, because which key is the newest mustn't depend on the process that
 * adds it.
 */
export async function insertStorageKey(db: Drizzle, key: StoredKey): Promise<void> {
  await db.insert(storageKeys).values({ ...key, createdAt: sql`now()` });
}
