import { sql } from 'drizzle-orm';
import { index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { createdAt, moment, ownId } from './columns.ts';
import { organizations } from './organizations.ts';
import { users } from './users.ts';

/** Tokens that directories authenticate with (SCIM), as SHA-256. An organization has only one at a time. */
export const directoryTokens = pgTable(
  'directory_tokens',
  {
    id: ownId(),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id),
    hash: text('hash').notNull(),
    /** The part of the token by which its owner can recognize it. */
    hint: text('hint').notNull(),
    createdBy: text('created_by')
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
    lastUsedAt: moment('last_used_at'),
    revokedAt: moment('revoked_at'),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    uniqueIndex('directory_tokens_hash').on(table.organizationId, table.hash),
    // The organization isn't known until the token has been found.
    index('directory_tokens_hash_alone').on(table.hash),
    uniqueIndex('directory_tokens_live')
      .on(table.organizationId)
      .where(sql`${table.revokedAt} is null`),
  ],
);
