import { createRevocationList, type Revocation } from '#server/crypto/revocation-list.ts';
import {
  insertRevocationList,
  lockRevocationLists,
  readRevocationList,
  readRevocationLists,
  type StoredRevocationList,
} from '#server/db/organizations/revocation-lists.ts';
import { readRevocations } from '#server/db/organizations/seal-certificates.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { ensureInstanceAuthority, type Keeping } from './authority.ts';
import { DAY_MS } from '#domain/time.ts';

/** How long a list is valid. It is renewed after half of this time. */
const VALID_MS = 7 * DAY_MS;

/**
 * Returns the current revocation list. Issues a new one if it's older than `since` or past half of its
 * validity.
 */
export async function ensureRevocationList(
  services: Keeping,
  since: Date = new Date(0),
): Promise<StoredRevocationList> {
  const now = services.clock();
  const latest = await transaction(services.db, { dueRows: true }, readRevocationList);
  if (latest !== null && isFresh(latest, now) && latest.thisUpdate >= since) return latest;
  return await issueRevocationList(services);
}

/** Returns the list that was current at a given time, if it's still stored. */
export async function readEarlierRevocationList(
  services: Keeping,
  time: Date,
): Promise<StoredRevocationList | null> {
  const lists = await transaction(services.db, { dueRows: true }, readRevocationLists);
  return lists.find(({ thisUpdate, nextUpdate }) => thisUpdate <= time && time <= nextUpdate) ?? null;
}

/** Issues a list of all revocations so far. */
export async function issueRevocationList(services: Keeping): Promise<StoredRevocationList> {
  const authority = await ensureInstanceAuthority(services);
  return await transaction(services.db, { dueRows: true }, async (tx) => {
    await lockRevocationLists(tx);
    const [latest, revoked] = await Promise.all([readRevocationList(tx), readRevocations(tx)]);
    // Times in X.509 have whole seconds. With the time rounded up, a list covers everything that happened in
    // its second.
    const thisUpdate = new Date(Math.ceil(services.clock().getTime() / 1000) * 1000);
    const nextUpdate = new Date(thisUpdate.getTime() + VALID_MS);
    const number = (latest?.number ?? 0) + 1;
    const revocations = revoked.map(({ certificate, revokedAt, revocationReason }): Revocation => ({
      certificate,
      revokedAt: revokedAt ?? thisUpdate,
      reason: revocationReason ?? 'unspecified',
    }));
    const list = await createRevocationList(authority, { number, revocations, now: thisUpdate, nextUpdate });
    const stored = { number, list, thisUpdate, nextUpdate };
    await insertRevocationList(tx, stored);
    return stored;
  });
}

function isFresh({ thisUpdate, nextUpdate }: StoredRevocationList, now: Date): boolean {
  return now.getTime() < thisUpdate.getTime() + (nextUpdate.getTime() - thisUpdate.getTime()) / 2;
}
