import type { Transaction } from '#server/db/client/client.ts';
import { revokeKeysOf } from '#server/db/accounts/members.ts';
import { endGrantsOf } from '#server/db/oauth/oauth-grants.ts';
import { recordActionOf } from '#server/trpc/administration.ts';
import type { Services } from '#server/app/services.ts';

/** In which organization access ends, and who brings that about. */
export type By = Parameters<typeof recordActionOf>[2];

/** Revokes the API keys that a person made in an organization, and records each; how many there were. */
export async function revokeKeysMadeBy(
  tx: Transaction,
  services: Services,
  by: By,
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
 * Ends the access of the agents that a person let into an organization, and records each; how many there were. Agents do
 * nothing for who is no member, but those that were not ended would come back with an invitation.
 */
export async function endAgentsOf(
  tx: Transaction,
  services: Services,
  by: By,
  userId: string,
): Promise<number> {
  const ended = await endGrantsOf(tx, by.organizationId, userId, services.clock());
  for (const { id, clientName } of ended)
    await recordActionOf(tx, services, by, { action: 'agent.ended', subject: { id, name: clientName } });
  return ended.length;
}
