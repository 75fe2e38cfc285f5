import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, moment } from './columns.ts';
import { users } from './users.ts';

/** Secrets of authenticator apps (RFC 6238). A secret has no effect until it is confirmed. */
export const totpSecrets = pgTable('totp_secrets', {
  userId: text('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** The secret, encrypted with the instance's key. */
  secretBox: text('secret_box').notNull(),
  createdAt: createdAt(),
  confirmedAt: moment('confirmed_at'),
  /** The last accepted time step. It is kept because each code works only once. */
  lastStep: integer('last_step'),
});
