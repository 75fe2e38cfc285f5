import { pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt } from './columns.ts';

/**
 * The identifiers of the secret keys that the database has been used with. They reveal nothing about the
 * keys. The newest one counts.
 */
export const secretKeys = pgTable('secret_keys', {
  id: text('id').primaryKey(),
  createdAt: createdAt(),
});
