import { and, asc, count, desc, eq, gt, isNull, or, sql } from 'drizzle-orm';
import type { Bounds, KeyLimits, KeyScope } from '#domain/organization/key-scope.ts';
import type { Role } from '#domain/organization/role.ts';
import type { Database, Transaction } from '#server/db/client/client.ts';
import { apiKeys } from '#server/db/schema/api-keys.ts';
import { memberships } from '#server/db/schema/memberships.ts';
import { users } from '#server/db/schema/users.ts';

export type ApiKeyOwner = {
  readonly keyId: string;
  readonly organizationId: string;
  readonly teamId: string;
  readonly sender: { readonly userId: string; readonly name: string; readonly email: string };
  /** The current role of the key's maker. A key may not do more than its maker. */
  readonly role: Role;
  readonly scopes: readonly KeyScope[];
  readonly allowedNetworks: readonly string[] | null;
  readonly expiresAt: Date | null;
  readonly lastUsedAt: Date | null;
  /** Whether the organization requires a second factor that the maker doesn't have. */
  readonly lacksSecondFactor: boolean;
  /** Whether the organization is suspended. */
  readonly isSuspended: boolean;
  /** Whether the organization is a test environment. */
  readonly isTest: boolean;
};

export type ApiKeyRecord = {
  readonly id: string;
  readonly name: string;
  readonly hint: string;
  readonly createdByName: string;
  /** The current role of the key's maker. Null if they left. */
  readonly makerRole: Role | null;
  readonly scopes: readonly KeyScope[];
  readonly allowedNetworks: readonly string[] | null;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly lastUsedAt: Date | null;
  readonly revokedAt: Date | null;
};

/** Returns the owner of an active key by its hash. It can find at most one key, so it needs no scope. */
export async function findApiKey(db: Database, hash: string): Promise<ApiKeyOwner | null> {
  const [row] = await db.drizzle.execute<OwnerRow>(sql`select * from owner_of_api_key(${hash})`);
  if (row === undefined) return null;
  return {
    keyId: row.key_id,
    organizationId: row.organization_id,
    teamId: row.team_id,
    sender: { userId: row.user_id, name: row.user_name, email: row.user_email },
    role: row.role,
    scopes: row.scopes.split(' ') as KeyScope[],
    allowedNetworks: row.allowed_networks?.split(' ') ?? null,
    expiresAt: row.expires_at === null ? null : new Date(row.expires_at),
    lacksSecondFactor: row.lacks_second_factor,
    isSuspended: row.suspended,
    isTest: row.test,
    lastUsedAt: row.last_used_at === null ? null : new Date(row.last_used_at),
  };
}

type OwnerRow = {
  key_id: string;
  organization_id: string;
  team_id: string;
  scopes: string;
  allowed_networks: string | null;
  expires_at: string | null;
  last_used_at: string | null;
  role: Role;
  lacks_second_factor: boolean;
  suspended: boolean;
  test: boolean;
  user_id: string;
  user_name: string;
  user_email: string;
};

export async function insertApiKey(tx: Transaction, key: typeof apiKeys.$inferInsert): Promise<void> {
  await tx.insert(apiKeys).values(key);
}

/** Counts an organization's active keys. */
export async function countActiveKeys(tx: Transaction, organizationId: string, now: Date): Promise<number> {
  const [row] = await tx
    .select({ active: count() })
    .from(apiKeys)
    .where(
      and(
        eq(apiKeys.organizationId, organizationId),
        isNull(apiKeys.revokedAt),
        or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, now)),
      ),
    );
  return row?.active ?? 0;
}

/** Lists an organization's keys, newest first. */
export async function listApiKeys(tx: Transaction, organizationId: string): Promise<ApiKeyRecord[]> {
  return await tx
    .select({
      id: apiKeys.id,
      name: apiKeys.name,
      hint: apiKeys.hint,
      createdByName: users.name,
      makerRole: memberships.role,
      scopes: apiKeys.scopes,
      allowedNetworks: apiKeys.allowedNetworks,
      createdAt: apiKeys.createdAt,
      expiresAt: apiKeys.expiresAt,
      lastUsedAt: apiKeys.lastUsedAt,
      revokedAt: apiKeys.revokedAt,
    })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.createdBy))
    .leftJoin(
      memberships,
      and(eq(memberships.organizationId, apiKeys.organizationId), eq(memberships.userId, apiKeys.createdBy)),
    )
    .where(eq(apiKeys.organizationId, organizationId))
    .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id));
}

/** Lists a person's active keys in an organization, oldest first. */
export async function listKeysMadeBy(
  tx: Transaction,
  organizationId: string,
  userId: string,
): Promise<{ name: string; hint: string }[]> {
  return await tx
    .select({ name: apiKeys.name, hint: apiKeys.hint })
    .from(apiKeys)
    .where(
      and(
        eq(apiKeys.organizationId, organizationId),
        eq(apiKeys.createdBy, userId),
        isNull(apiKeys.revokedAt),
      ),
    )
    .orderBy(asc(apiKeys.createdAt), asc(apiKeys.id));
}

/**
 * Locks a key that is neither revoked nor expired, so that it can't be revoked meanwhile. Returns null if
 * there is no such key.
 */
export async function lockActiveKey(
  tx: Transaction,
  organizationId: string,
  id: string,
): Promise<KeyLimits | null> {
  const { scopes, allowedNetworks, expiresAt } = apiKeys;
  const [row] = await tx
    .select({ scopes, allowedNetworks, expiresAt })
    .from(apiKeys)
    .where(and(eq(apiKeys.organizationId, organizationId), eq(apiKeys.id, id), isNull(apiKeys.revokedAt)))
    .for('share');
  return row ?? null;
}

/** Returns from which networks and until when a key works, even if it has ended. */
export async function readKeyBounds(
  tx: Transaction,
  organizationId: string,
  id: string,
): Promise<Bounds | null> {
  const { allowedNetworks, expiresAt } = apiKeys;
  const [row] = await tx
    .select({ allowedNetworks, expiresAt })
    .from(apiKeys)
    .where(and(eq(apiKeys.organizationId, organizationId), eq(apiKeys.id, id)));
  return row ?? null;
}

/**
 * Revokes a key and all keys that were created with it. Returns the ones that weren't revoked before. Null if
 * the organization has no such key.
 */
export async function revokeApiKey(
  tx: Transaction,
  organizationId: string,
  id: string,
  now: Date,
): Promise<readonly { readonly id: string; readonly name: string; readonly hint: string }[] | null> {
  const mine = and(eq(apiKeys.organizationId, organizationId), eq(apiKeys.id, id));
  const [found] = await tx.select({ id: apiKeys.id }).from(apiKeys).where(mine).for('update');
  if (found === undefined) return null;
  const descendants = sql`(
    with recursive made (id) as (
      values (${id}) union select child.id from api_keys child join made on child.created_with = made.id
    ) select id from made)`;
  return await tx
    .update(apiKeys)
    .set({ revokedAt: now })
    .where(
      and(
        eq(apiKeys.organizationId, organizationId),
        sql`${apiKeys.id} in ${descendants}`,
        isNull(apiKeys.revokedAt),
      ),
    )
    .returning({ id: apiKeys.id, name: apiKeys.name, hint: apiKeys.hint });
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
