import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import { createdAt, moment } from './columns.ts';
import { organizations } from './organizations.ts';

/**
 * Passkeys that people sign with. Each belongs to one organization, so that what two organizations have can't be
 * joined by a key. The identifier is the credential's own, in base64url.
 */
export const signerPasskeys = pgTable(
  'signer_passkeys',
  {
    id: text('id').notNull(),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id),
    /** The address of the person who created it. */
    email: text('email').notNull(),
    /** The public key as SubjectPublicKeyInfo, in base64url. */
    publicKey: text('public_key').notNull(),
    keyHash: text('key_hash').notNull(),
    rpId: text('rp_id').notNull(),
    /** Signature counter. Keys that are backed up keep it at 0. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    backedUp: boolean('backed_up').notNull(),
    createdAt: createdAt(),
    lastUsedAt: moment('last_used_at'),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    unique('signer_passkeys_key').on(table.organizationId, table.keyHash),
    index('signer_passkeys_address').on(table.organizationId, sql`lower(${table.email})`),
    check('signer_passkeys_hash', sql`${table.keyHash} ~ '^[0-9a-f]{64}$'`),
  ],
);
