import { oauthKeys } from '#server/db/schema/oauth-keys.ts';
import { desc, lt, sql } from 'drizzle-orm';
import type { Drizzle } from '#server/db/client/client.ts';

export type StoredSigningKey = {
  readonly id: string;
  readonly publicJwk: Record<string, unknown>;
  readonly privateKeySealed: string;
  readonly createdAt: Date;
};

/** Returns all keys, newest first. */
export async function readSigningKeys(db: Drizzle): Promise<StoredSigningKey[]> {
  return await db.select().from(oauthKeys).orderBy(desc(oauthKeys.createdAt), desc(oauthKeys.id));
}

/**
 * Inserts a key unless one was created since `unlessSince`. This way, only one of several processes creates a
 * key.
 */
export async function insertSigningKey(
  db: Drizzle,
  key: StoredSigningKey,
  unlessSince: Date,
): Promise<boolean> {
  return await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('oauth_keys'))`);
    const [recent] = await tx
      .select({ id: oauthKeys.id })
      .from(oauthKeys)
      .where(sql`${oauthKeys.createdAt} > ${unlessSince.toISOString()}`)
      .limit(1);
    if (recent !== undefined) return false;
    await tx.insert(oauthKeys).values(key);
    return true;
  });
}

/** Deletes keys that were replaced before `before`, whose tokens have all expired. */
export async function forgetReplacedKeys(db: Drizzle, before: Date): Promise<void> {
  const replaced = sql`exists (select from oauth_keys newer where newer.created_at > ${oauthKeys.createdAt} and newer.created_at < ${before.toISOString()})`;
  await db.delete(oauthKeys).where(sql`${lt(oauthKeys.createdAt, before)} and ${replaced}`);
}
