import { LIMITS } from '#domain/limits.ts';
import { forgetUnusedClients } from '#server/db/oauth-clients.ts';
import { endOutlivedGrants } from '#server/db/oauth-grants.ts';
import { forgetExpiredRecords } from '#server/db/oauth-records.ts';
import { within } from '#server/db/transaction.ts';
import type { World } from '#server/world.ts';

/** Replaces signing keys in time and forgets what has expired: records, grants that nothing renews, unused clients. */
export async function tendAuthorization({
  db,
  clock,
  accessTokens,
}: Pick<World, 'db' | 'clock' | 'accessTokens'>): Promise<void> {
  const now = clock();
  const ago = (ms: number) => new Date(now.getTime() - ms);
  await accessTokens.keys.tend();
  await forgetExpiredRecords(db.drizzle, now);
  await within(db, { dueRows: true }, async (tx) => {
    // A code is redeemed, or an access token used up, well within the time that a person has to decide.
    await endOutlivedGrants(tx, ago(LIMITS.consentLifeMs), now);
    await forgetUnusedClients(tx, {
      untried: ago(LIMITS.untriedClientKeptMs),
      unused: ago(LIMITS.unusedClientKeptMs),
    });
  });
}
