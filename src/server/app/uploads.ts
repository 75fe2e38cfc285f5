import { requireStorage, takeQuota } from '#server/db/organizations/quota-uses.ts';
import { readLiveOrganizationId } from '#server/db/organizations/standings.ts';
import { transaction } from '#server/db/client/transaction.ts';
import type { Database } from '#server/db/client/client.ts';
import type { Config } from './config.ts';
import type { Services } from './services.ts';
import type { Clock } from './context.ts';

type Counting = { readonly db: Database; readonly config: Pick<Config, 'quotas'>; readonly clock: Clock };

/** Opens the counter of uploads. */
export function openUploads({ db, config, clock }: Counting): Services['uploads'] {
  return {
    count: (organizationId) =>
      transaction(db, { organizationId }, async (tx) => {
        await requireStorage(tx, config.quotas, organizationId, clock());
        await takeQuota(tx, config.quotas, { organizationId, quota: 'uploads', amount: 1 }, clock());
      }),
    areTests: async (organizationId) =>
      (await transaction(db, { organizationId }, (tx) => readLiveOrganizationId(tx, organizationId))) !==
      null,
  };
}
