import { directoryTokens } from '#server/db/schema/directory-tokens.ts';
import { and, eq, isNull } from 'drizzle-orm';
import type { Transaction } from '#server/db/client/client.ts';

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
