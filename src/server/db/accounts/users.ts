import { instanceAdministrators } from '#server/db/schema/instance-administrators.ts';
import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Language } from '#domain/language.ts';
import type { Role } from '#domain/organization/role.ts';
import type { StandingFacts } from '#domain/organization/sending/standing.ts';
import type { Drizzle, Transaction } from '#server/db/client/client.ts';
import { getDatabaseFault } from '#server/db/client/fault.ts';
import { memberships } from '#server/db/schema/memberships.ts';
import { organizations } from '#server/db/schema/organizations.ts';
import { users } from '#server/db/schema/users.ts';

export type User = {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly passwordHash: string;
  readonly emailVerifiedAt?: Date | null;
  readonly locale?: Language | null;
  readonly timeZone?: string | null;
};

/** Inserts a user. Returns false if the address is taken. */
export async function insertUser(tx: Transaction, user: User, now: Date): Promise<boolean> {
  const rows = await tx
    .insert(users)
    .values({ ...user, createdAt: now })
    .onConflictDoNothing()
    .returning({ id: users.id });
  return rows.length === 1;
}

/** Finds a user by email address, ignoring case. */
export async function findUserByEmail(db: Drizzle, email: string): Promise<User | null> {
  const [row] = await db
    .select()
    .from(users)
    .where(sql`lower(${users.email}) = lower(${email})`);
  return row ?? null;
}

/** Finds and locks a user, so that decisions about them still hold when they are written. */
export async function lockUserByEmail(tx: Transaction, email: string): Promise<User | null> {
  const [row] = await tx
    .select()
    .from(users)
    .where(sql`lower(${users.email}) = lower(${email})`)
    .for('no key update');
  return row ?? null;
}

/** Locks a user while things that have a limit are counted. */
export async function lockUser(tx: Transaction, id: string): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, id)).for('no key update');
}

/** Returns a user by identifier. */
export async function readUser(db: Drizzle, id: string): Promise<User | null> {
  const [row] = await db.select().from(users).where(eq(users.id, id));
  return row ?? null;
}

/** Updates the settings that people can change themselves. */
export async function updateUser(
  tx: Drizzle,
  id: string,
  change: Partial<Pick<User, 'name' | 'passwordHash' | 'locale'>>,
): Promise<void> {
  await tx.update(users).set(change).where(eq(users.id, id));
}

/**
 * Gives an account another address, which counts as verified. Returns false if the address is taken, which
 * also ends the transaction.
 */
export async function changeEmail(tx: Transaction, id: string, email: string, now: Date): Promise<boolean> {
  try {
    await tx.update(users).set({ email, emailVerifiedAt: now }).where(eq(users.id, id));
    return true;
  } catch (error) {
    if (getDatabaseFault(error).constraint === 'users_email') return false;
    throw error;
  }
}

/**
 * Records that an address was verified. If it already was, the earlier time stays. Returns null if nobody has
 * the address.
 */
export async function verifyEmail(tx: Drizzle, email: string, now: Date): Promise<User | null> {
  const [row] = await tx
    .update(users)
    .set({ emailVerifiedAt: sql`coalesce(${users.emailVerifiedAt}, ${now.toISOString()}::timestamptz)` })
    .where(sql`lower(${users.email}) = lower(${email})`)
    .returning();
  return row ?? null;
}

/** Inserts a membership. Returns false if it already exists. */
export async function insertMembership(
  tx: Transaction,
  membership: { readonly organizationId: string; readonly userId: string; readonly role: Role },
  now: Date,
): Promise<boolean> {
  const rows = await tx
    .insert(memberships)
    .values({ ...membership, createdAt: now })
    .onConflictDoNothing()
    .returning({ userId: memberships.userId });
  return rows.length === 1;
}

/**
 * Returns the organization that a sign-in leads to: the last chosen one, or else the oldest, but never a test
 * environment. Requires the scope `userId`.
 */
export async function findFirstMembership(
  tx: Transaction,
  userId: string,
): Promise<{ organizationId: string; role: Role } | null> {
  const [row] = await tx
    .select({ organizationId: memberships.organizationId, role: memberships.role })
    .from(memberships)
    .innerJoin(organizations, eq(organizations.id, memberships.organizationId))
    .where(and(eq(memberships.userId, userId), isNull(organizations.testOf)))
    .orderBy(
      sql`${memberships.enteredAt} desc nulls last`,
      asc(memberships.createdAt),
      asc(memberships.organizationId),
    )
    .limit(1);
  return row ?? null;
}

/** Lists a user's organizations, oldest membership first. Requires the scope `userId`. */
export async function listOrganizationIds(tx: Transaction, userId: string): Promise<string[]> {
  const rows = await tx
    .select({ organizationId: memberships.organizationId })
    .from(memberships)
    .where(eq(memberships.userId, userId))
    .orderBy(asc(memberships.createdAt), asc(memberships.organizationId));
  return rows.map(({ organizationId }) => organizationId);
}

/**
 * Returns the organization's name, whether it requires a second factor, and the user's role. Requires the
 * scope `organizationId`.
 */
export async function readMembership(
  tx: Transaction,
  organizationId: string,
  userId: string,
): Promise<
  | (StandingFacts & {
      requireSecondFactor: boolean;
      agentsAskFirst: boolean;
      role: Role;
      administersInstance: boolean;
      /** The live organization that this test environment belongs to. */
      testOf: string | null;
    })
  | null
> {
  const [row] = await tx
    .select({
      name: organizations.name,
      suspendedAt: organizations.suspendedAt,
      approvedNames: organizations.approvedNames,
      requireSecondFactor: organizations.requireSecondFactor,
      agentsAskFirst: organizations.agentsAskFirst,
      role: memberships.role,
      testOf: organizations.testOf,
      administrator: instanceAdministrators.userId,
    })
    .from(memberships)
    .innerJoin(organizations, eq(organizations.id, memberships.organizationId))
    .leftJoin(instanceAdministrators, eq(instanceAdministrators.userId, memberships.userId))
    .where(and(eq(memberships.organizationId, organizationId), eq(memberships.userId, userId)));
  if (row === undefined) return null;
  const { administrator, ...membership } = row;
  return { ...membership, administersInstance: administrator !== null };
}

/** Checks whether an address belongs to a member who has proved that it is theirs. */
export async function isMemberAddress(
  tx: Transaction,
  organizationId: string,
  email: string,
): Promise<boolean> {
  const rows = await tx
    .select({ id: users.id })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(
      and(
        eq(memberships.organizationId, organizationId),
        sql`lower(${users.email}) = lower(${email})`,
        isNotNull(users.emailVerifiedAt),
      ),
    );
  return rows.length > 0;
}

/** Checks whether a person is an administrator of the instance. */
export async function administersInstance(tx: Transaction, userId: string): Promise<boolean> {
  const rows = await tx
    .select({ userId: instanceAdministrators.userId })
    .from(instanceAdministrators)
    .where(eq(instanceAdministrators.userId, userId));
  return rows.length > 0;
}

/** Lists an organization's owners. */
export async function readOwners(
  tx: Transaction,
  organizationId: string,
): Promise<Pick<User, 'id' | 'name' | 'email' | 'locale'>[]> {
  return await tx
    .select({ id: users.id, name: users.name, email: users.email, locale: users.locale })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(eq(memberships.organizationId, organizationId), eq(memberships.role, 'owner')))
    .orderBy(asc(users.id));
}
