import { secretKeys } from '#server/db/schema/secret-keys.ts';
import { desc, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client/client.ts';

type Keys = {
  readonly current: { readonly id: string };
  readonly previous: readonly { readonly id: string }[];
};

/**
 * Remembers the secret key at the first start and after a rotation.
 * @throws if the key that the database was last used with is missing, because what that key encrypted
 * couldn't be read
 */
export async function requireKnownSecretKey(
  { drizzle }: Pick<Database, 'drizzle'>,
  { current, previous }: Keys,
): Promise<void> {
  // Processes that start at the same moment with an empty table all insert the same key.
  const last = await readLastKeyId({ drizzle });
  if (last === current.id) return;
  if (last !== null && !previous.some(({ id }) => id === last))
    throw new Error(
      `The secret key isn't the one that this database was last used with (key ${last}, now ${current.id}). ` +
        'Nothing that it encrypted could be read, and seals would fail. Restore DATA_DIR/secret-key from a backup, ' +
        'or set SECRET_KEY to the former key. If you changed the key on purpose, put the former one in SECRET_KEY_PREVIOUS. ' +
        'If it is lost for good, see docs/configuration.md.',
    );
  // The order of the keys matters, so a single clock determines it: the database's.
  const createdAt = sql`clock_timestamp()`;
  await drizzle
    .insert(secretKeys)
    .values({ id: current.id, createdAt })
    .onConflictDoUpdate({ target: secretKeys.id, set: { createdAt } });
}

/** Returns the identifier of the secret key that the database was last used with. Null for a new database. */
export async function readLastKeyId({ drizzle }: Pick<Database, 'drizzle'>): Promise<string | null> {
  const [last] = await drizzle.select().from(secretKeys).orderBy(desc(secretKeys.createdAt)).limit(1);
  return last?.id ?? null;
}
