import { and, eq, lt, sql } from 'drizzle-orm';
import type { Drizzle, Transaction } from './client.ts';
import { oauthClients } from './schema/oauth-clients.ts';
import { oauthGrants } from './schema/oauth-grants.ts';

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

/** Records that a person let a client in. Does nothing for one that is not registered here. */
export async function touchOAuthClient(db: Drizzle | Transaction, id: string, now: Date): Promise<void> {
  await db.update(oauthClients).set({ lastUsedAt: now }).where(eq(oauthClients.id, id));
}

/** Forgets clients that nobody let in since `before` and that hold no grant: needs the scope `dueRows`. */
export async function forgetUnusedClients(tx: Transaction, before: Date): Promise<void> {
  const granted = sql`exists (select from ${oauthGrants} where ${oauthGrants.clientId} = ${oauthClients.id} and ${oauthGrants.endedAt} is null)`;
  await tx.delete(oauthClients).where(and(lt(oauthClients.lastUsedAt, before), sql`not ${granted}`));
}
