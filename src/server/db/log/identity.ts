import type { Drizzle } from '#server/db/client/client.ts';
import { logIdentity } from '#server/db/schema/log.ts';

/** The log's name and key. The private half of the key is encrypted. */
export type StoredIdentity = {
  readonly origin: string;
  readonly publicKey: Uint8Array;
  readonly privateKeySealed: string;
  readonly createdAt: Date;
};

/** Returns the log's identity. Null until the log begins. */
export async function readIdentity(db: Drizzle): Promise<StoredIdentity | null> {
  const [row] = await db.select().from(logIdentity);
  return row ?? null;
}

/** Inserts the log's identity, unless another process has already done so. */
export async function insertIdentity(db: Drizzle, identity: StoredIdentity): Promise<void> {
  await db
    .insert(logIdentity)
    .values({ ...identity, only: true })
    .onConflictDoNothing();
}
