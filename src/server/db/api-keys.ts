import { and, desc, eq, isNull } from 'drizzle-orm';
import type { Transaction } from './client.ts';
import { apiKeys } from './schema/api-keys.ts';
import { users } from './schema/users.ts';

export type ApiKeyOwner = {
  readonly keyId: string;
  readonly organizationId: string;
  readonly teamId: string;
  readonly sender: { readonly userId: string; readonly name: string; readonly email: string };
  readonly lastUsedAt: Date | null;
};

export type ApiKeyRecord = {
  readonly id: string;
  readonly name: string;
  readonly hint: string;
  readonly createdByName: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  readonly revokedAt: Date | null;
};

/** The owner of a key that is not revoked, by the key's hash: needs the scope `apiKeyHash`. */
export async function findApiKey(tx: Transaction, hash: string): Promise<ApiKeyOwner | null> {
  const [row] = await tx
    .select({
      keyId: apiKeys.id,
      organizationId: apiKeys.organizationId,
      teamId: apiKeys.teamId,
      lastUsedAt: apiKeys.lastUsedAt,
      userId: users.id,
      name: users.name,
      email: users.email,
    })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.createdBy))
    .where(and(eq(apiKeys.hash, hash), isNull(apiKeys.revokedAt)));
  if (row === undefined) return null;
  const { userId, name, email, ...key } = row;
  return { ...key, sender: { userId, name, email } };
}

export async function insertApiKey(tx: Transaction, key: typeof apiKeys.$inferInsert): Promise<void> {
  await tx.insert(apiKeys).values(key);
}

/** All keys of an organization, newest first. */
export async function listApiKeys(tx: Transaction, organizationId: string): Promise<ApiKeyRecord[]> {
  return await tx
    .select({
      id: apiKeys.id,
      name: apiKeys.name,
      hint: apiKeys.hint,
      createdByName: users.name,
      createdAt: apiKeys.createdAt,
      lastUsedAt: apiKeys.lastUsedAt,
      revokedAt: apiKeys.revokedAt,
    })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.createdBy))
    .where(eq(apiKeys.organizationId, organizationId))
    .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id));
}

/** Revokes a key for good; null when the organization has no such key. Repeating it changes nothing. */
export async function revokeApiKey(
  tx: Transaction,
  organizationId: string,
  id: string,
  now: Date,
): Promise<{ readonly name: string; readonly hint: string; readonly changed: boolean } | null> {
  const mine = and(eq(apiKeys.organizationId, organizationId), eq(apiKeys.id, id));
  const { name, hint, revokedAt } = apiKeys;
  const [found] = await tx.select({ name, hint, revokedAt }).from(apiKeys).where(mine).for('update');
  if (found === undefined) return null;
  const changed = found.revokedAt === null;
  if (changed) await tx.update(apiKeys).set({ revokedAt: now }).where(mine);
  return { name: found.name, hint: found.hint, changed };
}

export async function touchApiKey(
  tx: Transaction,
  organizationId: string,
  id: string,
  now: Date,
): Promise<void> {
  await tx
    .update(apiKeys)
    .set({ lastUsedAt: now })
    .where(and(eq(apiKeys.organizationId, organizationId), eq(apiKeys.id, id)));
}
