import { sql } from 'drizzle-orm';
import { check, index, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { LINK_KINDS, type EmailChange, type PendingSignUp } from '#domain/account/link.ts';
import { createdAt, id, moment } from './columns.ts';

/**
 * Emailed links. Using a link deletes its row. A row is written for every requested address, so that timing
 * doesn't reveal who has an account.
 */
export const accountLinks = pgTable(
  'account_links',
  {
    id: id(),
    kind: text('kind', { enum: LINK_KINDS }).notNull(),
    email: text('email').notNull(),
    /** The token's SHA-256 in hex. */
    tokenHash: text('token_hash').notNull(),
    /** The account and organization to create once the address is verified. */
    signUp: jsonb('sign_up').$type<PendingSignUp>(),
    /** The address change to confirm. */
    change: jsonb('change').$type<EmailChange>(),
    createdAt: createdAt(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    uniqueIndex('account_links_token_hash').on(table.tokenHash),
    index('account_links_expires').on(table.expiresAt),
    check('account_links_sign_up', sql`(${table.kind} = 'sign_up') = (${table.signUp} is not null)`),
    check(
      'account_links_change',
      sql`(${table.kind} in ('change_from', 'change_to')) = (${table.change} is not null)`,
    ),
  ],
);
