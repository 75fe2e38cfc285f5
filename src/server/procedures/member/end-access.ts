import type { Transaction } from '#server/db/client/client.ts';
import { addScope } from '#server/db/client/transaction.ts';
import { invitationsJustRevoked } from '#server/db/accounts/invitations.ts';
import { keysJustRevoked, revokeKeysOf } from '#server/db/accounts/members.ts';
import { endGrantsOf, grantsJustEnded } from '#server/db/oauth/oauth-grants.ts';
import { findTestEnvironment } from '#server/db/organizations/organizations.ts';
import { recordActionOf, type Actor, type RecordedAction } from '#server/trpc/administration.ts';
import type { Services } from '#server/app/services.ts';

/**
 * Revokes a person's API keys in an organization and records each. Returns their number. Those that their membership or role has
 * just cost them in the test environment are recorded there.
 */
export async function revokeKeysMadeBy(
  tx: Transaction,
  services: Services,
  by: Actor,
  userId: string,
): Promise<number> {
  const revoked = await revokeKeysOf(tx, by.organizationId, userId, services.clock());
  await record(tx, services, by, revoked.map(keyRevoked));
  await inTestEnvironment(tx, by, async (there) =>
    record(tx, services, there, (await keysJustRevoked(tx, there.organizationId, userId)).map(keyRevoked)),
  );
  return revoked.length;
}

/**
 * Ends the access of a person's agents in an organization and records each, as of keys. Returns their number. Agents of
 * non-members can do nothing, but would come back with a new invitation.
 */
export async function endAgentsOf(
  tx: Transaction,
  services: Services,
  by: Actor,
  userId: string,
): Promise<number> {
  const ended = await endGrantsOf(tx, by.organizationId, userId, services.clock());
  await record(tx, services, by, ended.map(agentEnded));
  await inTestEnvironment(tx, by, async (there) =>
    record(tx, services, there, (await grantsJustEnded(tx, there.organizationId, userId)).map(agentEnded)),
  );
  return ended.length;
}

/**
 * Records the invitations that a person's removal or demotion has just revoked: a trigger revokes those whose role they may no longer
 * give.
 */
export async function recordLostInvitations(
  tx: Transaction,
  services: Services,
  by: Actor,
  userId: string,
): Promise<void> {
  const lost = await invitationsJustRevoked(tx, by.organizationId, userId);
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

const keyRevoked = ({ id, name, hint }: Key): RecordedAction => ({
  action: 'api_key.revoked',
  subject: { id, name },
  details: { key: hint },
});
const agentEnded = ({ id, clientName }: Agent): RecordedAction => ({
  action: 'agent.ended',
  subject: { id, name: clientName },
});

async function record(tx: Transaction, services: Services, by: Actor, actions: readonly RecordedAction[]) {
  for (const action of actions) await recordActionOf(tx, services, by, action);
}

/** Runs in the scope of the organization's test environment, if it has one. */
async function inTestEnvironment(
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
