import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Transaction } from '#server/db/client/client.ts';
import { index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { createdAt, moment, ownId } from '../schema/columns.ts';
import { organizations } from '../schema/organizations.ts';
import { users } from '../schema/users.ts';

/** Tokens that directories authenticate with (SCIM), as SHA-256. An organization has only one at a time. */
const directoryTokens = pgTable(
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

type DirectoryToken = typeof directoryTokens.$inferSelect;

/** Returns the organization's token; null if it has none. */
export async function readDirectoryToken(
  tx: Transaction,
  organizationId: string,
): Promise<DirectoryToken | null> {
  const [row] = await tx
    .select()
    .from(directoryTokens)
    .where(and(eq(directoryTokens.organizationId, organizationId), isNull(directoryTokens.revokedAt)));
  return row ?? null;
}

/** Finds a live token by its hash. Requires the scope `directoryHash`. */
export async function findDirectoryToken(
  tx: Transaction,
  hash: string,
): Promise<Pick<DirectoryToken, 'id' | 'organizationId' | 'lastUsedAt'> | null> {
  const [row] = await tx
    .select({
      id: directoryTokens.id,
      organizationId: directoryTokens.organizationId,
      lastUsedAt: directoryTokens.lastUsedAt,
    })
    .from(directoryTokens)
    .where(and(eq(directoryTokens.hash, hash), isNull(directoryTokens.revokedAt)));
  return row ?? null;
}

/** Revokes the organization's token. Returns false if it has none. */
export async function revokeToken(tx: Transaction, organizationId: string, now: Date): Promise<boolean> {
  const rows = await tx
    .update(directoryTokens)
    .set({ revokedAt: now })
    .where(and(eq(directoryTokens.organizationId, organizationId), isNull(directoryTokens.revokedAt)))
    .returning({ id: directoryTokens.id });
  return rows.length > 0;
}

export async function insertToken(
  tx: Transaction,
  token: Omit<DirectoryToken, 'lastUsedAt' | 'revokedAt'>,
): Promise<void> {
  await tx.insert(directoryTokens).values(token);
}

/** Records that a token is in use. */
export async function touchToken(
  tx: Transaction,
  organizationId: string,
  id: string,
  now: Date,
): Promise<void> {
  await tx
    .update(directoryTokens)
    .set({ lastUsedAt: now })
    .where(and(eq(directoryTokens.organizationId, organizationId), eq(directoryTokens.id, id)));
}
