import { sql, type SQL } from 'drizzle-orm';
import type { Transaction } from '#server/db/client/client.ts';
import { envelopes } from '#server/db/schema/envelopes.ts';

/** What stands above the list. Numbers stop at `MOST`, so that they cost the same in a large organization. */
export type ListNumbers = {
  readonly yourTurn: number;
  readonly waiting: number;
  readonly attention: number;
  readonly completed: number;
};

const MOST = 1000;

/** Counts the envelopes that wait for the person who sent them. */
export async function countYourTurn(
  tx: Transaction,
  organizationId: string,
  userId: string,
): Promise<number> {
  const [row] = await tx.execute<{ number: number }>(sql`select count(*)::int as number from (
    select from ${envelopes} where ${envelopes.organizationId} = ${organizationId} and ${envelopes.senderUserId} = ${userId}
      and ${envelopes.status} = 'in_progress' and ${envelopes.deletedAt} is null
      and 'your_turn' = any(${envelopes.standingAttention}) limit ${MOST}) as found`);
  return row?.number ?? 0;
}

/** Counts an organization's envelopes for one of its people. */
export async function readListNumbers(
  tx: Transaction,
  organizationId: string,
  about: { readonly userId: string; readonly soon: Date; readonly completedFrom: Date },
): Promise<ListNumbers> {
  const nearness = -about.soon.getTime();
  const counted = (...conditions: SQL[]) => sql`(select count(*)::int from (
    select from ${envelopes} where ${envelopes.organizationId} = ${organizationId} and ${envelopes.deletedAt} is null
      and ${sql.join(conditions, sql` and `)} limit ${MOST}) as found)`;
  const out = sql`${envelopes.status} = 'in_progress'`;
  const needing = sql`${envelopes.needsAttention}`;
  const [row] = await tx.execute<Record<string, number>>(sql`
    select ${counted(needing, out, sql`${envelopes.senderUserId} = ${about.userId}`, sql`'your_turn' = any(${envelopes.standingAttention})`)} as your_turn,
      ${counted(out)} as waiting,
      ${counted(needing)} as attention,
      ${counted(out, sql`not ${envelopes.needsAttention}`, sql`${envelopes.nearness} >= ${nearness}::bigint`)} as expiring,
      ${counted(sql`${envelopes.status} = 'completed'`, sql`${envelopes.completedAt} >= ${about.completedFrom.toISOString()}::timestamptz`)} as completed`);
  const { your_turn: yourTurn = 0, waiting = 0, attention = 0, expiring = 0, completed = 0 } = row ?? {};
  return {
    yourTurn,
    waiting: Math.max(0, waiting - yourTurn),
    attention: Math.min(MOST, attention + expiring),
    completed,
  };
}
