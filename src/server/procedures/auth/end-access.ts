import type { Audit } from '#server/runtime/context.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { endPendingSignIns } from '#server/db/accounts/pending-sign-ins.ts';
import { lockMember } from '#server/db/accounts/members.ts';
import { deletePasskeys } from '#server/db/accounts/passkeys.ts';
import { dropTotp } from '#server/db/accounts/second-factors.ts';
import { endSessions } from '#server/db/accounts/sessions.ts';
import { addScope } from '#server/db/client/transaction.ts';
import { listOrganizationIds, type User } from '#server/db/accounts/users.ts';
import { lockOrganization } from '#server/db/organizations/organizations.ts';
import { endPersonAgents, revokeKeysMadeBy } from '#server/procedures/member/end-access.ts';
import type { Services } from '#server/runtime/services.ts';

/**
 * Ends the access that someone who stole the account may have: sessions, pending sign-ins and agents, in all
 * of the person's organizations. API keys stay because they belong to the organization, whose programs use
 * them.
 */
export async function endAccess(
  tx: Transaction,
  services: Services,
  user: Pick<User, 'id' | 'name'>,
  audit: Audit,
): Promise<void> {
  await endAgents(tx, services, user, audit);
  await endSessions(tx, user.id, null);
  await endPendingSignIns(tx, user.id);
}

/** Disconnects the agents that a person authorized, in all of their organizations. */
export async function endAgents(
  tx: Transaction,
  services: Services,
  user: Pick<User, 'id' | 'name'>,
  audit: Audit,
): Promise<void> {
  await runInEachOrganization(tx, user, audit, async (by) => {
    await endPersonAgents(tx, services, by, user.id);
  });
}

/**
 * Removes passkeys, the authenticator app and API keys. With these, whoever created the account could come
 * back after someone else has proved that its address is theirs. Returns whether there were any.
 */
export async function clearAccount(
  tx: Transaction,
  services: Services,
  user: Pick<User, 'id' | 'name'>,
  audit: Audit,
): Promise<boolean> {
  const hadPasskeys = await deletePasskeys(tx, user.id);
  const hadTotp = await dropTotp(tx, user.id);
  let keys = 0;
  await runInEachOrganization(tx, user, audit, async (by) => {
    keys += await revokeKeysMadeBy(tx, services, by, user.id);
  });
  return hadPasskeys || hadTotp || keys > 0;
}

/**
 * Runs in each organization with the rows of the organization and the member locked, so that a key created at
 * the same moment isn't missed. Live organizations are older than their test environments, so sorting puts
 * them first.
 */
async function runInEachOrganization(
  tx: Transaction,
  user: Pick<User, 'id' | 'name'>,
  audit: Audit,
  run: (by: { organizationId: string; person: Pick<User, 'id' | 'name'>; audit: Audit }) => Promise<void>,
): Promise<void> {
  await addScope(tx, { userId: user.id });
  for (const organizationId of (await listOrganizationIds(tx, user.id)).sort()) {
    await addScope(tx, { organizationId });
    await lockOrganization(tx, organizationId);
    await lockMember(tx, organizationId, user.id);
    await run({ organizationId, person: user, audit });
  }
}
