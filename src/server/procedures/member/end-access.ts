import type { Transaction } from '#server/db/client/client.ts';
import { addScope } from '#server/db/client/transaction.ts';
import { listJustRevokedInvitations } from '#server/db/accounts/invitations.ts';
import { listJustRevokedKeys, revokeMemberKeys } from '#server/db/accounts/members.ts';
import { endMemberGrants, listJustEndedGrants } from '#server/db/oauth/oauth-grants.ts';
import { findTestEnvironment } from '#server/db/organizations/organizations.ts';
import { recordActorAction, type Actor, type RecordedAction } from '#server/trpc/administration.ts';
import type { Services } from '#server/runtime/services.ts';

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
  services: Services,
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
 * Records the invitations that were just revoked because a person was removed or demoted. A trigger revokes
 * those with roles that the person may no longer give.
 */
export async function recordLostInvitations(
  tx: Transaction,
  services: Services,
  by: Actor,
  userId: string,
): Promise<void> {
  const lost = await listJustRevokedInvitations(tx, by.organizationId, userId);
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

async function record(tx: Transaction, services: Services, by: Actor, actions: readonly RecordedAction[]) {
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
