import { desc, sql } from 'drizzle-orm';
import type { Drizzle } from '#server/db/client/client.ts';
import { pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, id } from '../schema/columns.ts';

/**
 * Keys that encrypt stored documents. The newest one encrypts. Rows are never deleted, since each document
 * names its key.
 */
const storageKeys = pgTable('storage_keys', {
  id: id(),
  /** The 32-byte key, encrypted with the secret key. */
  keySealed: text('key_sealed').notNull(),
  createdAt: createdAt(),
});

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
