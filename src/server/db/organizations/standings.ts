import { eq, sql } from 'drizzle-orm';
import type { StandingFacts } from '#domain/organization/sending/standing.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { organizations } from '#server/db/schema/organizations.ts';

/** Returns what decides whether the organization of the transaction's scope may send. */
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

/** Returns the live organization that the transaction's is the test environment of; null if it is live or unknown. */
export async function readLiveOrganizationId(tx: Transaction, id: string): Promise<string | null> {
  const [row] = await tx
    .select({ testOf: organizations.testOf })
    .from(organizations)
    .where(eq(organizations.id, id));
  return row?.testOf ?? null;
}

/** Suspends the organization of the transaction's scope, or ends its suspension. */
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

/** Replaces the names that the organization of the transaction's scope may use by the operator's approval. */
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
