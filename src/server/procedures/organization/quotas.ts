import { z } from 'zod';
import { QUOTA_NAMES, QUOTAS, type QuotaName } from '#domain/organization/sending/quotas.ts';
import { countActiveKeys } from '#server/db/organizations/api-keys.ts';
import { readQuotas, countStoredMegabytes } from '#server/db/organizations/quota-uses.ts';
import { transaction } from '#server/db/client/transaction.ts';
import type { Services } from '#server/runtime/services.ts';
import { adminProcedure } from '#server/trpc/audience.ts';

export const quotasSchema = z.array(
  z.object({
    name: z.enum(QUOTA_NAMES),
    per: z.enum(['day', 'total']),
    used: z.number(),
    limit: z.number().meta({ examples: [10_000] }),
  }),
);

/** Returns the organization's quotas and how much of them was used, today or in total. */
export const getQuotas = adminProcedure
  .input(z.strictObject({}))
  .output(z.object({ items: quotasSchema }))
  .query(async ({ ctx: { services, member } }) => ({
    items: await listQuotas(services, member.organizationId),
  }));

/** Returns an organization's quotas with their usage, in the order of the quota table. */
export async function listQuotas(
  services: Services,
  organizationId: string,
): Promise<z.infer<typeof quotasSchema>> {
  const now = services.clock();
  const [quotas, apiKeys, storage] = await transaction(services.db, { organizationId }, async (tx) => [
    await readQuotas(tx, services.config.quotas, organizationId, now),
    await countActiveKeys(tx, organizationId, now),
    await countStoredMegabytes(tx),
  ]);
  const kept: Partial<Record<QuotaName, number>> = { apiKeys, storage };
  return QUOTA_NAMES.map((name) => {
    const { used, limit } = quotas.get(name) ?? { used: 0, limit: services.config.quotas[name] };
    return { name, per: QUOTAS[name].per, used: kept[name] ?? used, limit };
  });
}
