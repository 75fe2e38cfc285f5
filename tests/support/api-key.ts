import { listApiKeys } from '#server/db/organizations/api-keys.ts';
import { transaction } from '#server/db/client/transaction.ts';
import type { TestApi } from './api.ts';

/** Returns when an organization's newest key was last used. */
export async function readKeyUse(api: TestApi, organizationId: string): Promise<Date | null> {
  const [newest] = await transaction(api.services.db, { organizationId }, (tx) =>
    listApiKeys(tx, organizationId),
  );
  if (newest === undefined) throw new Error('the organization has no key');
  return newest.lastUsedAt;
}
