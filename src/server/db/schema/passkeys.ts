import { bigint, boolean, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, moment } from './columns.ts';
import { users } from './users.ts';

/** Passkeys (WebAuthn level 3). The identifier is the credential's own, in base64url. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** The COSE public key in base64url. */
    publicKey: text('public_key').notNull(),
    /** Signature counter. Many authenticators always report 0. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    transports: jsonb('transports').$type<string[]>().notNull(),
    backedUp: boolean('backed_up').notNull(),
    createdAt: createdAt(),
    lastUsedAt: moment('last_used_at'),
  },
  (table) => [index('passkeys_user').on(table.userId)],
);
