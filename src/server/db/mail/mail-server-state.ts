import { sql } from 'drizzle-orm';
import type { Drizzle } from '#server/db/client/client.ts';
import { mailServerStates } from '#server/db/schema/mail-server-states.ts';

/** Since when the mail server can't be reached, and why. */
export type MailServerAway = { readonly since: Date; readonly reason: string };

/** Returns since when no process reaches the mail server; null if the last one that tried did, or none has. */
export async function readMailServerAway(db: Drizzle): Promise<MailServerAway | null> {
  const [row] = await db.select().from(mailServerStates);
  if (row === undefined || row.awaySince === null) return null;
  return { since: row.awaySince, reason: row.reason ?? '' };
}

/** Records what a process found when it tried: null if the server was there. Locks and writes nothing if it is known already. */
export async function recordMailServerAway(db: Drizzle, away: MailServerAway | null): Promise<void> {
  const awaySince = sql`case when excluded.away_since is null then null
    else coalesce(${mailServerStates.awaySince}, excluded.away_since) end`;
  const known = await readMailServerAway(db);
  if ((known?.reason ?? null) === (away?.reason ?? null)) return;
  await db
    .insert(mailServerStates)
    .values({ id: 1, awaySince: away?.since ?? null, reason: away?.reason ?? null })
    .onConflictDoUpdate({
      target: mailServerStates.id,
      set: { awaySince, reason: sql`excluded.reason` },
    });
}
