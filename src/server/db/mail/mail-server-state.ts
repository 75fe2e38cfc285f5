import { sql } from 'drizzle-orm';
import type { Drizzle } from '#server/db/client/client.ts';
import { check, pgTable, smallint, text } from 'drizzle-orm/pg-core';
import { moment } from '../schema/columns.ts';

/**
 * Whether the mail server could be reached the last time any process tried. The table has at most one row.
 */
const mailServerStates = pgTable(
  'mail_server_states',
  {
    id: smallint('id').primaryKey(),
    /** When the mail server became unreachable; null while it can be reached. */
    awaySince: moment('away_since'),
    /** Why the last attempt failed. */
    reason: text('reason'),
  },
  (table) => [
    check('mail_server_states_one', sql`${table.id} = 1`),
    check('mail_server_states_reason', sql`(${table.awaySince} is null) = (${table.reason} is null)`),
  ],
);

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
