import { oauthClients } from '#server/db/schema/oauth-clients.ts';
import { and, eq, lt, or, sql } from 'drizzle-orm';
import type { Drizzle, Transaction } from '#server/db/client/client.ts';
import { oauthGrants } from '#server/db/schema/oauth-grants.ts';

export type OAuthClient = {
  readonly id: string;
  readonly metadata: Record<string, unknown>;
  readonly secretSealed: string | null;
};

export async function insertOAuthClient(db: Drizzle, client: OAuthClient, now: Date): Promise<void> {
  await db.insert(oauthClients).values({ ...client, createdAt: now, lastUsedAt: now });
}

export async function readOAuthClient(db: Drizzle, id: string): Promise<OAuthClient | null> {
  const [row] = await db.select().from(oauthClients).where(eq(oauthClients.id, id));
  return row ?? null;
}

/** Records that a person authorized a client. Ignores unregistered clients. */
export async function touchOAuthClient(db: Drizzle | Transaction, id: string, now: Date): Promise<void> {
  await db.update(oauthClients).set({ lastUsedAt: now }).where(eq(oauthClients.id, id));
}

/**
 * Deletes clients without grants that were registered before `untried` and never authorized, or that haven't
 * been authorized since `unused`. Requires the scope `dueRows`.
 */
export async function forgetUnusedClients(
  tx: Transaction,
  before: { readonly untried: Date; readonly unused: Date },
): Promise<void> {
  const granted = sql`exists (select from ${oauthGrants} where ${oauthGrants.clientId} = ${oauthClients.id} and ${oauthGrants.endedAt} is null)`;
  const untried = and(
    eq(oauthClients.lastUsedAt, oauthClients.createdAt),
    lt(oauthClients.createdAt, before.untried),
  );
  await tx
    .delete(oauthClients)
    .where(and(or(untried, lt(oauthClients.lastUsedAt, before.unused)), sql`not ${granted}`));
}
