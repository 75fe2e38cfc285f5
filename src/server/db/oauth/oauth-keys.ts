import { desc, lt, sql } from 'drizzle-orm';
import type { Drizzle } from '#server/db/client/client.ts';
import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, id } from '../schema/columns.ts';

/**
 * Keys that sign access tokens. The newest one signs. Older ones verify until the last token they signed has
 * expired.
 */
const oauthKeys = pgTable(
  'oauth_keys',
  {
    id: id(),
    publicJwk: jsonb('public_jwk').$type<Record<string, unknown>>().notNull(),
    /** The private JWK, encrypted with the secret key. */
    privateKeySealed: text('private_key_sealed').notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('oauth_keys_created').on(table.createdAt)],
);

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
