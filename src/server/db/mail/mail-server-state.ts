import { mailServerStates } from '#server/db/schema/mail-server-states.ts';
import { sql } from 'drizzle-orm';
import type { Drizzle } from '#server/db/client/client.ts';

/** The moment since which the mail server can't be reached, and why it can't. */
export type MailServerAway = { readonly since: Date; readonly reason: string };

/**
 * Returns since when the mail server has been out of reach. Null if the last process that tried reached it,
 * or if none has tried.
 */
export async function readMailServerAway(db: Drizzle): Promise<MailServerAway | null> {
  const [row] = await db.select().from(mailServerStates);
  if (row === undefined || row.awaySince === null) return null;
  return { since: row.awaySince, reason: row.reason ?? '' };
}

/**
 * Records what a process found when it tried to reach the mail server. Null means that the server responded.
 * Takes no locks and writes nothing if this is already known.
 */
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
