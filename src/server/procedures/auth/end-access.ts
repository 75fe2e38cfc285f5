import { type Inviter, listJustRevokedInvitations } from '#server/db/accounts/invitations.ts';
import { listJustRevokedKeys, lockMember, revokeMemberKeys } from '#server/db/accounts/members.ts';
import { deletePasskeys } from '#server/db/accounts/passkeys.ts';
import { endPendingSignIns } from '#server/db/accounts/pending-sign-ins.ts';
import { dropTotp } from '#server/db/accounts/second-factors.ts';
import { endSessions } from '#server/db/accounts/sessions.ts';
import { listOrganizationIds, type User } from '#server/db/accounts/users.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { addScope } from '#server/db/client/transaction.ts';
import { endMemberGrants, listJustEndedGrants } from '#server/db/oauth/oauth-grants.ts';
import { findTestEnvironment, lockOrganization } from '#server/db/organizations/organizations.ts';
import type { Audit } from '#server/runtime/context.ts';
import type { Services } from '#server/runtime/services.ts';
import { type Actor, recordActorAction, type RecordedAction } from '#server/trpc/administration.ts';

type Recorder = Pick<Services, 'clock' | 'newId'>;

type Key = { readonly id: string; readonly name: string; readonly hint: string };
type Agent = { readonly id: string; readonly clientName: string };

const toKeyRevoked = ({ id, name, hint }: Key): RecordedAction => ({
  action: 'api_key.revoked',
  subject: { id, name },
  details: { key: hint },
});

const toAgentEnded = ({ id, clientName }: Agent): RecordedAction => ({
  action: 'agent.ended',
  subject: { id, name: clientName },
});

/**
 * Ends the access that someone who stole the account may have: sessions, pending sign-ins and agents, in all
 * of the person's organizations. API keys stay because they belong to the organization, whose programs use
 * them.
 */
export async function endAccess(
  tx: Transaction,
  services: Recorder,
  user: Pick<User, 'id' | 'name'>,
  audit: Audit,
  by: Actor['person'] = user,
): Promise<void> {
  await endAgents(tx, services, user, audit, by);
  await endSessions(tx, user.id, null);
  await endPendingSignIns(tx, user.id);
}

/** Disconnects the agents that a person authorized, in all of their organizations. */
export async function endAgents(
  tx: Transaction,
  services: Recorder,
  user: Pick<User, 'id' | 'name'>,
  audit: Audit,
  by: Actor['person'] = user,
): Promise<void> {
  await runInEachOrganization(tx, user, audit, async (actor) => {
    await endPersonAgents(tx, services, { ...actor, person: by }, user.id);
  });
}

/**
 * Removes passkeys, the authenticator app and API keys. With these, the person who created the account could
 * get back in after someone else has proved that the address is theirs. Returns whether there were any.
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
 * Revokes a person's API keys in an organization and records each one. Returns their number. The same change
 * of membership or role also revokes keys in the test environment; these are recorded there.
 */
export async function revokeKeysMadeBy(
  tx: Transaction,
  services: Services,
  by: Actor,
  userId: string,
): Promise<number> {
  const revoked = await revokeMemberKeys(tx, by.organizationId, userId, services.clock());
  await record(tx, services, by, revoked.map(toKeyRevoked));
  await runInTestEnvironment(tx, by, async (there) =>
    record(
      tx,
      services,
      there,
      (await listJustRevokedKeys(tx, there.organizationId, userId)).map(toKeyRevoked),
    ),
  );
  return revoked.length;
}

/**
 * Ends the access of a person's agents in an organization and records each one, as for keys. Returns their
 * number. Agents of non-members can't do anything, but would regain access with a new invitation.
 */
export async function endPersonAgents(
  tx: Transaction,
  services: Recorder,
  by: Actor,
  userId: string,
): Promise<number> {
  const ended = await endMemberGrants(tx, by.organizationId, userId, services.clock());
  await record(tx, services, by, ended.map(toAgentEnded));
  await runInTestEnvironment(tx, by, async (there) =>
    record(
      tx,
      services,
      there,
      (await listJustEndedGrants(tx, there.organizationId, userId)).map(toAgentEnded),
    ),
  );
  return ended.length;
}

/**
 * Records the invitations that were just revoked because a person was removed or demoted, or because a key
 * was revoked. A trigger revokes those with roles that the person may no longer give, and the key's.
 */
export async function recordLostInvitations(
  tx: Transaction,
  services: Services,
  by: Actor,
  inviter: Inviter,
): Promise<void> {
  const lost = await listJustRevokedInvitations(tx, by.organizationId, inviter);
  await record(
    tx,
    services,
    by,
    lost.map(({ id, email, role }) => ({
      action: 'invitation.revoked',
      subject: { id, name: email },
      details: { role },
    })),
  );
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

async function record(tx: Transaction, services: Recorder, by: Actor, actions: readonly RecordedAction[]) {
  for (const action of actions) await recordActorAction(tx, services, by, action);
}

/** Runs in the scope of the organization's test environment, if it has one. */
async function runInTestEnvironment(
  tx: Transaction,
  by: Actor,
  run: (there: Actor) => Promise<void>,
): Promise<void> {
  const organizationId = await findTestEnvironment(tx, by.organizationId);
  if (organizationId === null) return;
  await addScope(tx, { organizationId });
  await run({ ...by, organizationId });
  await addScope(tx, { organizationId: by.organizationId });
}
