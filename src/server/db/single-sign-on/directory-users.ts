import { directoryUsers } from '#server/db/schema/directory-users.ts';
import { and, count, eq, inArray, isNotNull, ne, or, sql, type SQL } from 'drizzle-orm';
import type { DirectoryName, DirectoryState } from '#domain/organization/identity/directory.ts';
import {
  type Comparison,
  type DirectoryFilter,
  foldFilter,
  USER_ATTRIBUTES,
  type UserAttribute,
} from '#domain/organization/identity/directory-filter.ts';
import { type Role } from '#domain/organization/role.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { memberships } from '#server/db/schema/memberships.ts';
import { users } from '#server/db/schema/users.ts';
import { listSpellings } from './email-domains.ts';

/** A person as the organization's directory sees them. */
export type DirectoryUser = DirectoryName & {
  readonly userId: string;
  readonly email: string;
  readonly externalId: string | null;
  readonly isMember: boolean;
  /** The role of someone who was deactivated; null if the directory never named them. */
  readonly role: Role | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};

type Wanted = {
  readonly domains: readonly string[];
  readonly filter?: DirectoryFilter<UserAttribute> | null;
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
  const { externalId = null, givenName = null, familyName = null, state, role, updatedAt } = said;
  await tx
    .insert(directoryUsers)
    .values(said)
    .onConflictDoUpdate({
      target: [directoryUsers.organizationId, directoryUsers.userId],
      set: { externalId, givenName, familyName, state, role, updatedAt },
    });
}

/** Returns a person with an address in one of the domains who is a member or was deactivated. */
export async function readDirectoryUser(
  tx: Transaction,
  organizationId: string,
  domains: readonly string[],
  id: string,
): Promise<DirectoryUser | null> {
  const filter = { kind: 'compare', attribute: 'id', operator: 'eq', value: id } as const;
  const wanted = { domains, filter, offset: 0, limit: 1 };
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
      givenName: directoryUsers.givenName,
      familyName: directoryUsers.familyName,
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

function matchWanted({ domains, filter }: Wanted): SQL | undefined {
  return and(
    inArray(sql`lower(split_part(${users.email}, '@', 2))`, listSpellings(domains)),
    filter == null ? undefined : matchFilter(filter),
  );
}

function matchFilter(filter: DirectoryFilter<UserAttribute>): SQL {
  return foldFilter<UserAttribute, SQL>(filter, {
    compare: matchComparison,
    and: (left, right) => sql`(${left} and ${right})`,
    or: (left, right) => sql`(${left} or ${right})`,
    // A comparison with something that is missing isn't true, so its opposite is.
    not: (operand) => sql`not coalesce(${operand}, false)`,
  });
}

/** Attributes whose case matters (RFC 7643 section 3.1). */
const CASE_EXACT: readonly UserAttribute[] = ['id', 'externalid'];

function matchComparison({ attribute, operator, value }: Comparison<UserAttribute>): SQL {
  const column = COLUMNS[attribute];
  const isFlag = USER_ATTRIBUTES[attribute] === 'flag';
  if (operator === 'pr' || value === null)
    return operator === 'eq' ? sql`${column} is null` : sql`${column} is not null`;
  const fold = (part: SQL) => (isFlag || CASE_EXACT.includes(attribute) ? part : sql`lower(${part})`);
  const [known, wanted] = [fold(sql`${column}`), fold(sql`${value}::${isFlag ? sql`boolean` : sql`text`}`)];
  switch (operator) {
    case 'eq':
      return sql`${known} = ${wanted}`;
    case 'ne':
      return sql`${known} is distinct from ${wanted}`;
    case 'co':
      return sql`position(${wanted} in ${known}) > 0`;
    case 'sw':
      return sql`starts_with(${known}, ${wanted})`;
    case 'ew':
      return sql`right(${known}, length(${wanted})) = ${wanted}`;
  }
}

/** Where an attribute is stored. Each person has one address, which is their work address. */
const COLUMNS = {
  id: users.id,
  externalid: directoryUsers.externalId,
  username: users.email,
  displayname: users.name,
  'name.formatted': users.name,
  'name.givenname': directoryUsers.givenName,
  'name.familyname': directoryUsers.familyName,
  'emails.value': users.email,
  'emails.type': sql`'work'::text`,
  'emails.primary': sql`true`,
  active: sql`(${memberships.userId} is not null)`,
} as const satisfies Record<UserAttribute, unknown>;
