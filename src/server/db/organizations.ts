import { and, asc, eq } from 'drizzle-orm';
import type { LegalFramework } from '#domain/envelope/status.ts';
import type { Transaction } from './client.ts';
import { organizations } from './schema/organizations.ts';
import { teams } from './schema/teams.ts';

export type Organization = {
  readonly id: string;
  readonly name: string;
  readonly defaultLegalFramework: LegalFramework;
  readonly accentColor: string | null;
};

/** The organization of the transaction's scope. */
export async function readOrganization(tx: Transaction, id: string): Promise<Organization> {
  const [row] = await tx.select().from(organizations).where(eq(organizations.id, id));
  if (row === undefined) throw new Error(`organization ${id} does not exist`);
  const { name, defaultLegalFramework, accentColor } = row;
  return { id, name, defaultLegalFramework, accentColor };
}

/** A team of the organization: the named one, or its first; null when there is no such team. */
export async function readTeam(
  tx: Transaction,
  organizationId: string,
  teamId: string | null,
): Promise<{ id: string; name: string } | null> {
  const [row] = await tx
    .select({ id: teams.id, name: teams.name })
    .from(teams)
    .where(and(eq(teams.organizationId, organizationId), teamId === null ? undefined : eq(teams.id, teamId)))
    .orderBy(asc(teams.createdAt), asc(teams.id))
    .limit(1);
  return row ?? null;
}

/** Writes a new organization with its first team. */
export async function insertOrganization(
  tx: Transaction,
  organization: { readonly id: string; readonly name: string },
  team: { readonly id: string; readonly name: string },
  now: Date,
): Promise<void> {
  await tx.insert(organizations).values({ ...organization, createdAt: now, updatedAt: now });
  await tx.insert(teams).values({ ...team, organizationId: organization.id, createdAt: now });
}

/** Gives the organization of the transaction's scope another name. */
export async function renameOrganization(
  tx: Transaction,
  id: string,
  name: string,
  now: Date,
): Promise<void> {
  await tx.update(organizations).set({ name, updatedAt: now }).where(eq(organizations.id, id));
}
