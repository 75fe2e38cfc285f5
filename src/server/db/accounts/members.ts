import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { Role } from '#domain/organization/role.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { faultOf } from '#server/db/client/fault.ts';
import { apiKeys } from '#server/db/schema/api-keys.ts';
import { memberships } from '#server/db/schema/memberships.ts';
import { organizations } from '#server/db/schema/organizations.ts';
import { totpSecrets } from '#server/db/schema/totp-secrets.ts';
import { passkeys } from '#server/db/schema/passkeys.ts';
import { users } from '#server/db/schema/users.ts';

export type Member = {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly joinedAt: Date;
  /** Whether their login needs more than a password. */
  readonly secured: boolean;
  /** API keys that they made and that still work. */
  readonly apiKeys: number;
};

/** The members of the transaction's organization, those who joined first first. */
export async function listMembers(tx: Transaction, organizationId: string): Promise<Member[]> {
  const secured = sql<boolean>`exists (select from ${totpSecrets} where ${totpSecrets.userId} = ${users.id} and ${totpSecrets.confirmedAt} is not null)
    or exists (select from ${passkeys} where ${passkeys.userId} = ${users.id})`;
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

/** A member of the organization, locked until the transaction ends. */
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
    .for('update', { of: memberships });
  return row ?? null;
}

/** Gives a member a role; false when that would leave the organization without an owner. */
export async function setRole(
  tx: Transaction,
  organizationId: string,
  userId: string,
  role: Role,
): Promise<boolean> {
  const mine = and(eq(memberships.organizationId, organizationId), eq(memberships.userId, userId));
  return await keepsOwner(tx.update(memberships).set({ role }).where(mine));
}

/** Removes a member; false when that would leave the organization without an owner. */
export async function deleteMembership(
  tx: Transaction,
  organizationId: string,
  userId: string,
): Promise<boolean> {
  const mine = and(eq(memberships.organizationId, organizationId), eq(memberships.userId, userId));
  return await keepsOwner(tx.delete(memberships).where(mine));
}

/** Revokes the API keys that a member made; answers their names. */
export async function revokeKeysOf(
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

/** The organizations that a person belongs to, by name: needs the scope `userId`. */
export async function organizationsOf(
  tx: Transaction,
  userId: string,
): Promise<{ id: string; name: string; role: Role }[]> {
  return await tx
    .select({ id: organizations.id, name: organizations.name, role: memberships.role })
    .from(memberships)
    .innerJoin(organizations, eq(organizations.id, memberships.organizationId))
    .where(eq(memberships.userId, userId))
    .orderBy(asc(sql`lower(${organizations.name})`), asc(organizations.id));
}

/** Notes that a person chose an organization; false when they do not belong to it. Needs the organization's scope. */
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

/** The rule is a trigger's, which looks under a lock that all changes of owners take. */
async function keepsOwner(change: PromiseLike<unknown>): Promise<boolean> {
  try {
    await change;
    return true;
  } catch (error) {
    if (faultOf(error).constraint === 'memberships_keep_owner') return false;
    throw error;
  }
}
