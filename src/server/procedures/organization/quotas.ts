import { z } from 'zod';
import { QUOTA_NAMES, QUOTAS, type QuotaName } from '#domain/organization/sending/quotas.ts';
import { countActiveKeys } from '#server/db/organizations/api-keys.ts';
import { readQuotas, storedMegabytes } from '#server/db/organizations/quota-uses.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { adminProcedure } from '#server/trpc/audience.ts';

/** Returns what the organization may use, and has used today or in all. */
export const getQuotas = adminProcedure
  .input(z.strictObject({}))
  .output(
    z.object({
      items: z.array(
        z.object({
          name: z.enum(QUOTA_NAMES),
          per: z.enum(['day', 'total']),
          used: z.number(),
          limit: z.number(),
        }),
      ),
    }),
  )
  .query(async ({ ctx: { services, member } }) => {
    const { organizationId } = member;
    const now = services.clock();
    const [quotas, apiKeys, storage] = await transaction(services.db, { organizationId }, async (tx) => [
      await readQuotas(tx, services.config.quotas, organizationId, now),
      await countActiveKeys(tx, organizationId, now),
      await storedMegabytes(tx),
    ]);
    const kept: Partial<Record<QuotaName, number>> = { apiKeys, storage };
    return {
      items: QUOTA_NAMES.map((name) => {
        const { used, limit } = quotas.get(name) ?? { used: 0, limit: services.config.quotas[name] };
        return { name, per: QUOTAS[name].per, used: kept[name] ?? used, limit };
      }),
    };
  });
