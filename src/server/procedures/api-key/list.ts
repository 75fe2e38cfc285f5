import { z } from 'zod';
import { apiKeySchema, type WireApiKey } from '#wire/api-key.ts';
import { listApiKeys, type ApiKeyRecord } from '#server/db/organizations/api-keys.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { adminProcedure } from '#server/trpc/audience.ts';

/** Lists the organization's API keys, newest first. */
export const listKeys = adminProcedure
  .input(z.strictObject({}))
  .output(z.object({ items: z.array(apiKeySchema) }))
  .query(async ({ ctx: { services, member } }) => {
    const { organizationId } = member;
    const rows = await transaction(services.db, { organizationId }, (tx) => listApiKeys(tx, organizationId));
    return { items: rows.map(toWireApiKey) };
  });

/** Converts a key's record for the dashboard. */
export function toWireApiKey(key: ApiKeyRecord): WireApiKey {
  return {
    ...key,
    createdAt: key.createdAt.toISOString(),
    lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
    revokedAt: key.revokedAt?.toISOString() ?? null,
  };
}
