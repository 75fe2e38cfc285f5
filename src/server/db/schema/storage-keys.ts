import { pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, id } from './columns.ts';

/**
 * Keys that encrypt stored documents. The newest one encrypts. Rows are never deleted, since each document
 * names its key.
 */
export const storageKeys = pgTable('storage_keys', {
  id: id(),
  /** The 32-byte key, encrypted with the secret key. */
  keySealed: text('key_sealed').notNull(),
  createdAt: createdAt(),
});
