import { eq, sql } from 'drizzle-orm';
import type { StandingFacts } from '#domain/organization/sending/standing.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { organizations } from '#server/db/schema/organizations.ts';

/** Returns the facts that decide whether the transaction's organization may send. */
export async function readStanding(
  tx: Transaction,
  id: string,
): Promise<StandingFacts & { readonly isTest: boolean }> {
  const [row] = await tx
    .select({
      name: organizations.name,
      suspendedAt: organizations.suspendedAt,
      approvedNames: organizations.approvedNames,
      isTest: sql<boolean>`${organizations.testOf} is not null`,
    })
    .from(organizations)
    .where(eq(organizations.id, id));
  if (row === undefined) throw new Error(`organization ${id} does not exist`);
  return row;
}

/**
 * Returns the live organization of the transaction's organization if that is a test environment. Null if it
 * is live or unknown.
 */
export async function readLiveOrganizationId(tx: Transaction, id: string): Promise<string | null> {
  const [row] = await tx
    .select({ testOf: organizations.testOf })
    .from(organizations)
    .where(eq(organizations.id, id));
  return row?.testOf ?? null;
}

/** Suspends the transaction's organization, or ends its suspension. */
export async function updateSuspension(
  tx: Transaction,
  id: string,
  suspension: { readonly at: Date; readonly reason: string } | null,
): Promise<void> {
  await tx
    .update(organizations)
    .set({ suspendedAt: suspension?.at ?? null, suspensionReason: suspension?.reason ?? null })
    .where(eq(organizations.id, id));
}

/** Replaces the names that the operator has approved for the transaction's organization. */
export async function updateApprovedNames(
  tx: Transaction,
  id: string,
  names: readonly string[],
): Promise<void> {
  await tx
    .update(organizations)
    .set({ approvedNames: [...names] })
    .where(eq(organizations.id, id));
}
