import { pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, id } from './columns.ts';

/** Keys that stored documents are encrypted with. The newest encrypts; rows are never deleted, since documents name theirs. */
export const storageKeys = pgTable('storage_keys', {
  id: id(),
  /** 32 bytes, encrypted with the secret key. */
  keySealed: text('key_sealed').notNull(),
  createdAt: createdAt(),
});
