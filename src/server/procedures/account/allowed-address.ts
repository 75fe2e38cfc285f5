import { mayJoin, type MembershipRules } from '#domain/organization/membership-rules.ts';
import { listPersonOrganizations } from '#server/db/accounts/members.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { addScope } from '#server/db/client/transaction.ts';
import { readOrganization } from '#server/db/organizations/organizations.ts';

/**
 * Returns the rules of an organization of a person that a new address would break and the present one doesn't; null if there
 * is none. Whoever was let in before a rule may go on as they are.
 */
export async function findBrokenRules(
  tx: Transaction,
  userId: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<MembershipRules | null> {
  await addScope(tx, { userId });
  for (const { id: organizationId } of await listPersonOrganizations(tx, userId)) {
    await addScope(tx, { organizationId });
    const { membership } = await readOrganization(tx, organizationId);
    if (mayJoin(membership, from) && !mayJoin(membership, to)) return membership;
  }
  return null;
}
