import { and, asc, eq } from 'drizzle-orm';
import type { Transaction } from '#server/db/client/client.ts';
import { teams } from '#server/db/schema/teams.ts';
import { isVisibleTeam } from '#server/db/organizations/teams.ts';
import { listLabels } from '#server/db/filing/labels.ts';
import { templates } from '#server/db/schema/templates.ts';

export type Choice = { readonly id: string; readonly name: string };

/**
 * Returns the teams, labels and templates (including archived ones) that a list can be filtered by: at most
 * `limit` of each, by name.
 */
export async function readListChoices(
  tx: Transaction,
  organizationId: string,
  limit: number,
): Promise<{ teams: Choice[]; templates: Choice[]; labels: Choice[] }> {
  const [teamRows, templateRows, labels] = await Promise.all([
    tx
      .select({ id: teams.id, name: teams.name })
      .from(teams)
      .where(and(eq(teams.organizationId, organizationId), isVisibleTeam))
      .orderBy(asc(teams.name))
      .limit(limit),
    tx
      .select({ id: templates.id, name: templates.name })
      .from(templates)
      .where(eq(templates.organizationId, organizationId))
      .orderBy(asc(templates.name), asc(templates.id))
      .limit(limit),
    listLabels(tx, organizationId),
  ]);
  return { teams: teamRows, templates: templateRows, labels: labels.map(({ id, name }) => ({ id, name })) };
}
