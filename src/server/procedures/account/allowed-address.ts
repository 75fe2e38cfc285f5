import { mayJoin, type MembershipRules } from '#domain/organization/membership-rules.ts';
import { listPersonOrganizations } from '#server/db/accounts/members.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { addScope } from '#server/db/client/transaction.ts';
import { readOrganization } from '#server/db/organizations/organizations.ts';

/**
 * Returns the membership rules of the first of a person's organizations that allow the present address but
 * not the new one; null if there are none. Whoever was admitted before a rule existed may stay.
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
