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
 * Records what a process found when it tried to reach the mail server. Null means that the server responded:
 * then the emails that waited for it are due at once. Takes no locks and writes nothing if this is already
 * known.
 */
export async function recordMailServerAway(db: Drizzle, away: MailServerAway | null): Promise<void> {
  const known = await readMailServerAway(db);
  if ((known?.reason ?? null) === (away?.reason ?? null)) return;
  if (away === null) await recordMailServerRecovery(db);
  else
    await db
      .insert(mailServerStates)
      .values({ id: 1, awaySince: away.since, reason: away.reason })
      .onConflictDoUpdate({
        target: mailServerStates.id,
        set: {
          awaySince: sql`coalesce(${mailServerStates.awaySince}, excluded.away_since)`,
          reason: sql`excluded.reason`,
        },
      });
}

/** Only the process that notices the return first makes the waiting emails due. */
async function recordMailServerRecovery(db: Drizzle): Promise<void> {
  await db.execute(sql`
    with back as (
      update mail_server_states set away_since = null, reason = null where away_since is not null returning id
    )
    update pgboss.job set start_after = now()
    where state = 'retry' and start_after > now() and output ->> 'serverAway' = 'true'
      and exists (select from back)`);
}
