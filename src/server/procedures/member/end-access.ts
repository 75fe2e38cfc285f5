import type { Transaction } from '#server/db/client/client.ts';
import { revokeKeysOf } from '#server/db/accounts/members.ts';
import { endGrantsOf } from '#server/db/oauth/oauth-grants.ts';
import { recordActionOf, type Actor } from '#server/trpc/administration.ts';
import type { Services } from '#server/app/services.ts';

/** Revokes a person's API keys in an organization and records each. Returns their number. */
export async function revokeKeysMadeBy(
  tx: Transaction,
  services: Services,
  by: Actor,
  userId: string,
): Promise<number> {
  const revoked = await revokeKeysOf(tx, by.organizationId, userId, services.clock());
  for (const { id, name, hint } of revoked)
    await recordActionOf(tx, services, by, {
      action: 'api_key.revoked',
      subject: { id, name },
      details: { key: hint },
    });
  return revoked.length;
}

/**
 * Ends the access of a person's agents in an organization and records each. Returns their number. Agents of
 * non-members can do nothing, but would come back with a new invitation.
 */
export async function endAgentsOf(
  tx: Transaction,
  services: Services,
  by: Actor,
  userId: string,
): Promise<number> {
  const ended = await endGrantsOf(tx, by.organizationId, userId, services.clock());
  for (const { id, clientName } of ended)
    await recordActionOf(tx, services, by, { action: 'agent.ended', subject: { id, name: clientName } });
  return ended.length;
}
