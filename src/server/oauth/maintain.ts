import { LIMITS } from '#domain/limits.ts';
import { forgetUnusedClients } from '#server/db/oauth/oauth-clients.ts';
import { endOutlivedGrants } from '#server/db/oauth/oauth-grants.ts';
import { forgetExpiredRecords } from '#server/db/oauth/oauth-records.ts';
import { transaction } from '#server/db/client/transaction.ts';
import type { RecordServices } from './services.ts';
import type { SigningKeys } from './signing-keys.ts';

/**
 * Replaces signing keys in time and deletes what has expired: records, grants that nothing renews, and unused
 * clients.
 */
export async function maintainAuthorization({
  db,
  clock,
  accessTokens,
}: Pick<RecordServices, 'db' | 'clock'> & {
  readonly accessTokens: { readonly keys: SigningKeys };
}): Promise<void> {
  const now = clock();
  const getTimeAgo = (ms: number) => new Date(now.getTime() - ms);
  await accessTokens.keys.maintain();
  await forgetExpiredRecords(db.drizzle, now);
  await transaction(db, { dueRows: true }, async (tx) => {
    // A code is redeemed, or an access token expires, well within the time that a person has to decide.
    await endOutlivedGrants(tx, getTimeAgo(LIMITS.consentLifeMs), now);
    await forgetUnusedClients(tx, {
      untried: getTimeAgo(LIMITS.untriedClientKeptMs),
      unused: getTimeAgo(LIMITS.unusedClientKeptMs),
    });
  });
}
