import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { Role } from '#domain/organization/role.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { getDatabaseFault } from '#server/db/client/fault.ts';
import { apiKeys } from '#server/db/schema/api-keys.ts';
import { memberships } from '#server/db/schema/memberships.ts';
import { organizations } from '#server/db/schema/organizations.ts';
import { users } from '#server/db/schema/users.ts';

export type Member = {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly joinedAt: Date;
  /** Whether the member needs more than a password to sign in. */
  readonly secured: boolean;
  /** The number of the member's active API keys. */
  readonly apiKeys: number;
};

/** Lists the members of the transaction's organization by joining date. */
export async function listMembers(tx: Transaction, organizationId: string): Promise<Member[]> {
  const secured = sql<boolean>`has_second_factor(${users.id})`;
  const keys = sql<number>`(select count(*)::int from ${apiKeys} where ${apiKeys.organizationId} = ${organizationId}
    and ${apiKeys.createdBy} = ${users.id} and ${apiKeys.revokedAt} is null)`;
  return await tx
    .select({
      userId: users.id,
      name: users.name,
      email: users.email,
      role: memberships.role,
      joinedAt: memberships.createdAt,
      secured,
      apiKeys: keys,
    })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(eq(memberships.organizationId, organizationId))
    .orderBy(asc(memberships.createdAt), asc(users.id));
}

/** Returns and locks a member. */
export async function lockMember(
  tx: Transaction,
  organizationId: string,
  userId: string,
): Promise<{ userId: string; name: string; email: string; role: Role } | null> {
  const [row] = await tx
    .select({ userId: users.id, name: users.name, email: users.email, role: memberships.role })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(eq(memberships.organizationId, organizationId), eq(memberships.userId, userId)))
    .for('no key update', { of: memberships });
  return row ?? null;
}

/** Changes a member's role. Returns false if no owner would be left. */
export async function setRole(
  tx: Transaction,
  organizationId: string,
  userId: string,
  role: Role,
): Promise<boolean> {
  const mine = and(eq(memberships.organizationId, organizationId), eq(memberships.userId, userId));
  return await keepsOwner(tx.update(memberships).set({ role }).where(mine));
}

/** Removes a member. Returns false if no owner would be left. */
export async function deleteMembership(
  tx: Transaction,
  organizationId: string,
  userId: string,
): Promise<boolean> {
  const mine = and(eq(memberships.organizationId, organizationId), eq(memberships.userId, userId));
  return await keepsOwner(tx.delete(memberships).where(mine));
}

/** Revokes a member's API keys and returns their names. */
export async function revokeMemberKeys(
  tx: Transaction,
  organizationId: string,
  userId: string,
  now: Date,
): Promise<{ id: string; name: string; hint: string }[]> {
  return await tx
    .update(apiKeys)
    .set({ revokedAt: now })
    .where(
      and(
        eq(apiKeys.organizationId, organizationId),
        eq(apiKeys.createdBy, userId),
        isNull(apiKeys.revokedAt),
      ),
    )
    .returning({ id: apiKeys.id, name: apiKeys.name, hint: apiKeys.hint });
}

/**
 * Returns a person's keys that a trigger has revoked in this transaction. They are recognized by their time,
 * which is the transaction's.
 */
export async function listJustRevokedKeys(
  tx: Transaction,
  organizationId: string,
  userId: string,
): Promise<{ id: string; name: string; hint: string }[]> {
  return await tx
    .select({ id: apiKeys.id, name: apiKeys.name, hint: apiKeys.hint })
    .from(apiKeys)
    .where(
      and(
        eq(apiKeys.organizationId, organizationId),
        eq(apiKeys.createdBy, userId),
        sql`${apiKeys.revokedAt} = now()::timestamptz(3)`,
      ),
    );
}

/** Lists a person's organizations by name. Requires the scope `userId`. */
export async function listPersonOrganizations(
  tx: Transaction,
  userId: string,
): Promise<{ id: string; name: string; role: Role; suspendedAt: Date | null; testOf: string | null }[]> {
  const { id, name, suspendedAt, testOf } = organizations;
  return await tx
    .select({ id, name, suspendedAt, testOf, role: memberships.role })
    .from(memberships)
    .innerJoin(organizations, eq(organizations.id, memberships.organizationId))
    .where(eq(memberships.userId, userId))
    .orderBy(
      asc(sql`lower(${organizations.name})`),
      sql`${organizations.testOf} is not null`,
      asc(organizations.id),
    );
}

/**
 * Records that a person chose an organization. Returns false if they aren't a member. Requires the
 * organization's scope.
 */
export async function enterMembership(
  tx: Transaction,
  organizationId: string,
  userId: string,
  now: Date,
): Promise<boolean> {
  const rows = await tx
    .update(memberships)
    .set({ enteredAt: now })
    .where(and(eq(memberships.organizationId, organizationId), eq(memberships.userId, userId)))
    .returning({ userId: memberships.userId });
  return rows.length === 1;
}

/**
 * Returns whether a change leaves an owner. A trigger enforces this, under a lock that all changes of owners
 * take.
 */
async function keepsOwner(change: PromiseLike<unknown>): Promise<boolean> {
  try {
    await change;
    return true;
  } catch (error) {
    if (getDatabaseFault(error).constraint === 'memberships_keep_owner') return false;
    throw error;
  }
}
