import { and, asc, eq } from 'drizzle-orm';
import type { Transaction } from '#server/db/client/client.ts';
import { faultOf } from '#server/db/client/fault.ts';
import { teams } from '#server/db/schema/teams.ts';

export type Team = { readonly id: string; readonly name: string; readonly createdAt: Date };
/** The result of deleting a team. */
export type TeamDeletion = 'deleted' | 'absent' | 'in_use' | 'last';

/** Lists the organization's teams, oldest first. The first is the default. */
export async function listTeams(tx: Transaction, organizationId: string): Promise<Team[]> {
  return await tx
    .select({ id: teams.id, name: teams.name, createdAt: teams.createdAt })
    .from(teams)
    .where(eq(teams.organizationId, organizationId))
    .orderBy(asc(teams.createdAt), asc(teams.id));
}

/** Inserts a team; false if the organization has one with this name. */
export async function insertTeam(tx: Transaction, organizationId: string, team: Team): Promise<boolean> {
  const rows = await tx
    .insert(teams)
    .values({ ...team, organizationId })
    .onConflictDoNothing()
    .returning({ id: teams.id });
  return rows.length === 1;
}

/**
 * Renames a team and returns its old name; null if there is no such team, false if another has the new name.
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
    if (faultOf(error).code === UNIQUE_VIOLATION) return false;
    throw error;
  }
}

/** Deletes a team without envelopes, templates and API keys, unless it is the last. */
export async function deleteTeam(tx: Transaction, organizationId: string, id: string): Promise<TeamDeletion> {
  try {
    const rows = await tx
      .delete(teams)
      .where(and(eq(teams.organizationId, organizationId), eq(teams.id, id)))
      .returning({ id: teams.id });
    return rows.length === 1 ? 'deleted' : 'absent';
  } catch (error) {
    const { code, constraint } = faultOf(error);
    if (code === FOREIGN_KEY_VIOLATION) return 'in_use';
    if (constraint === 'teams_keep_one') return 'last';
    throw error;
  }
}

const UNIQUE_VIOLATION = '23505';
const FOREIGN_KEY_VIOLATION = '23503';
