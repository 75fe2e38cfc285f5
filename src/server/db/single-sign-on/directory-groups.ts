import { and, asc, eq } from 'drizzle-orm';
import type { Transaction } from '#server/db/client/client.ts';
import { directoryMembers } from '#server/db/schema/directory-members.ts';
import { teamMembers, teams } from '#server/db/schema/teams.ts';
import { users } from '#server/db/schema/users.ts';

/** A private team as the organization's directory sees it. */
export type DirectoryGroup = {
  readonly id: string;
  readonly name: string;
  readonly externalId: string | null;
  readonly createdAt: Date;
  /** The members, and the people who become members again when the directory activates them. */
  readonly members: readonly { readonly userId: string }[];
};

/** Lists the organization's private teams, oldest first. */
export async function listDirectoryGroups(
  tx: Transaction,
  organizationId: string,
): Promise<DirectoryGroup[]> {
  const found = await tx
    .select({
      id: teams.id,
      name: teams.name,
      externalId: teams.externalId,
      createdAt: teams.createdAt,
    })
    .from(teams)
    .where(and(eq(teams.organizationId, organizationId), eq(teams.isPrivate, true)))
    .orderBy(asc(teams.createdAt), asc(teams.id));
  const people = [
    ...(await listPeople(tx, organizationId, teamMembers)),
    ...(await listPeople(tx, organizationId, directoryMembers)),
  ];
  const byTeam = Map.groupBy(people, ({ teamId }) => teamId);
  return found.map((team) => ({ ...team, members: byTeam.get(team.id) ?? [] }));
}

/** Stores the directory's identifier of a team. */
export async function setTeamExternalId(
  tx: Transaction,
  organizationId: string,
  id: string,
  externalId: string | null,
): Promise<void> {
  await tx
    .update(teams)
    .set({ externalId })
    .where(and(eq(teams.organizationId, organizationId), eq(teams.id, id)));
}

/** Remembers the private teams of a member who is about to be deactivated. */
export async function rememberTeams(tx: Transaction, organizationId: string, userId: string): Promise<void> {
  const found = await tx
    .select({ teamId: teamMembers.teamId })
    .from(teamMembers)
    .where(and(eq(teamMembers.organizationId, organizationId), eq(teamMembers.userId, userId)));
  for (const { teamId } of found) await rememberTeam(tx, { organizationId, teamId, userId });
}

/** Remembers that someone who is deactivated belongs to a team. */
export async function rememberTeam(
  tx: Transaction,
  member: typeof directoryMembers.$inferInsert,
): Promise<void> {
  await tx.insert(directoryMembers).values(member).onConflictDoNothing();
}

/** Forgets teams of someone who is deactivated: one of them, or all. Returns the identifiers of the teams. */
export async function forgetTeams(
  tx: Transaction,
  organizationId: string,
  userId: string,
  teamId?: string,
): Promise<string[]> {
  const rows = await tx
    .delete(directoryMembers)
    .where(
      and(
        eq(directoryMembers.organizationId, organizationId),
        eq(directoryMembers.userId, userId),
        teamId === undefined ? undefined : eq(directoryMembers.teamId, teamId),
      ),
    )
    .returning({ teamId: directoryMembers.teamId });
  return rows.map((row) => row.teamId);
}

async function listPeople(
  tx: Transaction,
  organizationId: string,
  table: typeof teamMembers | typeof directoryMembers,
): Promise<{ teamId: string; userId: string }[]> {
  return await tx
    .select({ teamId: table.teamId, userId: users.id })
    .from(table)
    .innerJoin(users, eq(users.id, table.userId))
    .where(eq(table.organizationId, organizationId))
    .orderBy(asc(users.name), asc(users.id));
}
