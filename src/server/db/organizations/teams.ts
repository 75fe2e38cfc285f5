import { and, asc, eq, inArray, not, or, sql } from 'drizzle-orm';
import { may, ROLES, type Role } from '#domain/organization/role.ts';
import type { Transaction } from '#server/db/client/client.ts';
import type { User } from '#server/db/accounts/users.ts';
import { matchScope } from '#server/db/client/transaction.ts';
import { getDatabaseFault } from '#server/db/client/fault.ts';
import { directoryMembers } from '#server/db/schema/directory-members.ts';
import { memberships } from '#server/db/schema/memberships.ts';
import { teamMembers, teams } from '#server/db/schema/teams.ts';
import { users } from '#server/db/schema/users.ts';

export type Team = {
  readonly id: string;
  readonly name: string;
  readonly isPrivate: boolean;
  readonly createdAt: Date;
};
export type TeamMember = { readonly userId: string; readonly name: string };
/** The result of deleting a team. */
export type TeamDeletion = 'deleted' | 'absent' | 'in_use' | 'last';

/** Excludes private teams that the transaction's member doesn't belong to. */
export const isVisibleTeam = sql`${teams.id} <> all (hidden_teams())`;

/** Returns which of these teams the transaction's member can see. */
export async function listVisibleTeams(tx: Transaction, ids: readonly string[]): Promise<string[]> {
  const rows = await tx
    .select({ id: teams.id })
    .from(teams)
    .where(and(matchScope(tx, teams), inArray(teams.id, [...ids]), isVisibleTeam));
  return rows.map(({ id }) => id);
}

/** Lists the organization's teams, oldest first. */
export async function listTeams(tx: Transaction, organizationId: string): Promise<Team[]> {
  return await tx
    .select({ id: teams.id, name: teams.name, isPrivate: teams.isPrivate, createdAt: teams.createdAt })
    .from(teams)
    .where(eq(teams.organizationId, organizationId))
    .orderBy(asc(teams.createdAt), asc(teams.id));
}

/** Lists the members of each of the organization's private teams. */
export async function listTeamMembers(
  tx: Transaction,
  organizationId: string,
): Promise<(TeamMember & { readonly teamId: string })[]> {
  return await tx
    .select({ teamId: teamMembers.teamId, userId: users.id, name: users.name })
    .from(teamMembers)
    .innerJoin(users, eq(users.id, teamMembers.userId))
    .where(eq(teamMembers.organizationId, organizationId))
    .orderBy(asc(users.name), asc(users.id));
}

/**
 * Returns a team that the transaction's member belongs to. The default is the oldest team that everyone
 * belongs to. Null if there is none.
 */
export async function readTeam(
  tx: Transaction,
  organizationId: string,
  teamId: string | null,
): Promise<{ id: string; name: string } | null> {
  const wanted = teamId === null ? not(teams.isPrivate) : and(eq(teams.id, teamId), isVisibleTeam);
  const [row] = await tx
    .select({ id: teams.id, name: teams.name })
    .from(teams)
    .where(and(eq(teams.organizationId, organizationId), wanted))
    .orderBy(asc(teams.createdAt), asc(teams.id))
    .limit(1);
  return row ?? null;
}

/** Inserts a team. Returns false if the organization already has one with this name. */
export async function insertTeam(tx: Transaction, organizationId: string, team: Team): Promise<boolean> {
  const rows = await tx
    .insert(teams)
    .values({ ...team, organizationId })
    .onConflictDoNothing()
    .returning({ id: teams.id });
  return rows.length === 1;
}

/**
 * Renames a team and returns its old name. Returns null if there is no such team, and false if another one
 * has the new name.
 */
export async function renameTeam(
  tx: Transaction,
  organizationId: string,
  id: string,
  name: string,
): Promise<string | null | false> {
  const mine = and(eq(teams.organizationId, organizationId), eq(teams.id, id));
  const [before] = await tx.select({ name: teams.name }).from(teams).where(mine).for('update');
  if (before === undefined) return null;
  try {
    await tx.update(teams).set({ name }).where(mine);
    return before.name;
  } catch (error) {
    if (getDatabaseFault(error).code === UNIQUE_VIOLATION) return false;
    throw error;
  }
}

/** Makes a team private or public. Returns `last` if it is the only team that everyone belongs to. */
export async function changeTeamPrivacy(
  tx: Transaction,
  organizationId: string,
  id: string,
  isPrivate: boolean,
): Promise<'changed' | 'last'> {
  try {
    await tx
      .update(teams)
      .set({ isPrivate })
      .where(and(eq(teams.organizationId, organizationId), eq(teams.id, id)));
  } catch (error) {
    if (getDatabaseFault(error).constraint === 'teams_keep_one') return 'last';
    throw error;
  }
  if (!isPrivate)
    for (const table of [teamMembers, directoryMembers])
      await tx.delete(table).where(and(eq(table.organizationId, organizationId), eq(table.teamId, id)));
  return 'changed';
}

/** Adds a member of the organization to a private team. Returns false if they already belong to it. */
export async function insertTeamMember(
  tx: Transaction,
  member: {
    readonly organizationId: string;
    readonly teamId: string;
    readonly userId: string;
    readonly createdAt: Date;
  },
): Promise<boolean> {
  const rows = await tx
    .insert(teamMembers)
    .values(member)
    .onConflictDoNothing()
    .returning({ id: teamMembers.userId });
  return rows.length === 1;
}

/** Removes a member from a private team. Returns false if they don't belong to it. */
export async function deleteTeamMember(tx: Transaction, teamId: string, userId: string): Promise<boolean> {
  const rows = await tx
    .delete(teamMembers)
    .where(and(matchScope(tx, teamMembers), eq(teamMembers.teamId, teamId), eq(teamMembers.userId, userId)))
    .returning({ id: teamMembers.userId });
  return rows.length === 1;
}

/**
 * Checks whether a member of the organization may see what belongs to a team, and makes sure that this
 * doesn't change until the transaction ends.
 */
export async function lockTeamAccess(tx: Transaction, teamId: string, userId: string): Promise<boolean> {
  const [team] = await tx
    .select({ isPrivate: teams.isPrivate })
    .from(teams)
    .where(and(matchScope(tx, teams), eq(teams.id, teamId)))
    .for('share');
  if (team?.isPrivate !== true) return true;
  const rows = await tx
    .select({ id: teamMembers.userId })
    .from(teamMembers)
    .where(and(matchScope(tx, teamMembers), eq(teamMembers.teamId, teamId), eq(teamMembers.userId, userId)))
    .for('share');
  return rows.length === 1;
}

/** Lists the people who may send a team's envelopes. If the team is private, these are its members. */
export async function listSenders(
  tx: Transaction,
  teamId: string,
): Promise<(Pick<User, 'id' | 'name' | 'email' | 'locale'> & { readonly role: Role })[]> {
  const { id, name, email, locale } = users;
  const belongs = sql`exists (select from ${teamMembers} where ${matchScope(tx, teamMembers)} and ${teamMembers.teamId} = ${teamId}
    and ${teamMembers.userId} = ${id})`;
  const senders = ROLES.filter((role) => may(role, 'send'));
  return await tx
    .select({ id, name, email, locale, role: memberships.role })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .innerJoin(teams, and(eq(teams.organizationId, memberships.organizationId), eq(teams.id, teamId)))
    .where(
      and(matchScope(tx, memberships), inArray(memberships.role, senders), or(not(teams.isPrivate), belongs)),
    )
    .orderBy(asc(users.id));
}

/**
 * Deletes a team that has no envelopes, templates or API keys, unless it is the last one that everyone
 * belongs to.
 */
export async function deleteTeam(tx: Transaction, organizationId: string, id: string): Promise<TeamDeletion> {
  try {
    const rows = await tx
      .delete(teams)
      .where(and(eq(teams.organizationId, organizationId), eq(teams.id, id)))
      .returning({ id: teams.id });
    return rows.length === 1 ? 'deleted' : 'absent';
  } catch (error) {
    const { code, constraint } = getDatabaseFault(error);
    if (code === FOREIGN_KEY_VIOLATION) return 'in_use';
    if (constraint === 'teams_keep_one') return 'last';
    throw error;
  }
}

const UNIQUE_VIOLATION = '23505';
const FOREIGN_KEY_VIOLATION = '23503';
