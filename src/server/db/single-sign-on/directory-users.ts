import { directoryUsers } from '#server/db/schema/directory-users.ts';
import { and, count, eq, inArray, isNotNull, ne, or, sql, type SQL } from 'drizzle-orm';
import { type DirectoryState } from '#domain/organization/identity/directory.ts';
import { type Role } from '#domain/organization/role.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { memberships } from '#server/db/schema/memberships.ts';
import { users } from '#server/db/schema/users.ts';
import { listSpellings } from './email-domains.ts';

/** A person as the organization's directory sees them. */
export type DirectoryUser = {
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  readonly externalId: string | null;
  readonly isMember: boolean;
  /** The role of someone who was deactivated; null if the directory never named them. */
  readonly role: Role | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};

type Wanted = {
  readonly domains: readonly string[];
  readonly email?: string;
  readonly externalId?: string;
  readonly id?: string;
};

/** Returns what the directory last said about a person, locked; null if it never named them. */
export async function lockDirectoryState(
  tx: Transaction,
  organizationId: string,
  userId: string,
): Promise<DirectoryState | null> {
  const [row] = await tx
    .select({ state: directoryUsers.state })
    .from(directoryUsers)
    .where(and(eq(directoryUsers.organizationId, organizationId), eq(directoryUsers.userId, userId)))
    .for('update');
  return row?.state ?? null;
}

/** Stores what the directory says about a person. */
export async function saveDirectoryUser(
  tx: Transaction,
  said: typeof directoryUsers.$inferInsert,
): Promise<void> {
  const { externalId = null, state, role, updatedAt } = said;
  await tx
    .insert(directoryUsers)
    .values(said)
    .onConflictDoUpdate({
      target: [directoryUsers.organizationId, directoryUsers.userId],
      set: { externalId, state, role, updatedAt },
    });
}

/** Returns a person with an address in one of the domains who is a member or was deactivated. */
export async function readDirectoryUser(
  tx: Transaction,
  organizationId: string,
  domains: readonly string[],
  id: string,
): Promise<DirectoryUser | null> {
  const wanted = { domains, id, offset: 0, limit: 1 };
  return (await listDirectoryUsers(tx, organizationId, wanted)).people[0] ?? null;
}

/** Lists the people that `readDirectoryUser` could return, by identifier, and counts all of them. */
export async function listDirectoryUsers(
  tx: Transaction,
  organizationId: string,
  { offset, limit, ...wanted }: Wanted & { readonly offset: number; readonly limit: number },
): Promise<{ people: DirectoryUser[]; total: number }> {
  if (wanted.domains.length === 0) return { people: [], total: 0 };
  const member = and(eq(memberships.userId, users.id), eq(memberships.organizationId, organizationId));
  const said = and(eq(directoryUsers.userId, users.id), eq(directoryUsers.organizationId, organizationId));
  const listed = and(
    or(isNotNull(memberships.userId), ne(directoryUsers.state, 'deleted')),
    matchWanted(wanted),
  );
  const people = await tx
    .select({
      userId: users.id,
      email: users.email,
      name: users.name,
      externalId: directoryUsers.externalId,
      isMember: sql<boolean>`${memberships.userId} is not null`,
      role: directoryUsers.role,
      createdAt: users.createdAt,
      updatedAt: sql`coalesce(${directoryUsers.updatedAt}, ${users.createdAt})`.mapWith(users.createdAt),
    })
    .from(users)
    .leftJoin(memberships, member)
    .leftJoin(directoryUsers, said)
    .where(listed)
    .orderBy(users.id)
    .offset(offset)
    .limit(limit);
  const [counted] = await tx
    .select({ total: count() })
    .from(users)
    .leftJoin(memberships, member)
    .leftJoin(directoryUsers, said)
    .where(listed);
  return { people, total: counted?.total ?? 0 };
}

function matchWanted({ domains, email, externalId, id }: Wanted): SQL | undefined {
  return and(
    inArray(sql`lower(split_part(${users.email}, '@', 2))`, listSpellings(domains)),
    email === undefined ? undefined : sql`lower(${users.email}) = lower(${email})`,
    externalId === undefined ? undefined : eq(directoryUsers.externalId, externalId),
    id === undefined ? undefined : eq(users.id, id),
  );
}
