import { z } from 'zod';
import { apiKeySchema, type WireApiKey } from '#wire/api-key.ts';
import { listApiKeys, type ApiKeyRecord } from '#server/db/api-keys.ts';
import { within } from '#server/db/transaction.ts';
import { administering } from '#server/trpc/audience.ts';

/** Lists the organization's API keys, newest first. */
export const listKeys = administering
  .input(z.strictObject({}))
  .output(z.object({ items: z.array(apiKeySchema) }))
  .query(async ({ ctx: { world, member } }) => {
    const { organizationId } = member;
    const rows = await within(world.db, { organizationId }, (tx) => listApiKeys(tx, organizationId));
    return { items: rows.map(toWireApiKey) };
  });

/** Maps a key's record to what the dashboard shows. */
export function toWireApiKey(key: ApiKeyRecord): WireApiKey {
  return {
    ...key,
    createdAt: key.createdAt.toISOString(),
    lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
    revokedAt: key.revokedAt?.toISOString() ?? null,
  };
}
