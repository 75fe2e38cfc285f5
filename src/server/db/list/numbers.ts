import { sql, type SQL } from 'drizzle-orm';
import type { Transaction } from '#server/db/client/client.ts';
import { envelopes } from '#server/db/schema/envelopes.ts';

/**
 * The numbers shown above the list. Counting stops at `MOST`, so that large organizations cost no more than
 * small ones.
 */
export type ListNumbers = {
  readonly yourTurn: number;
  readonly waiting: number;
  readonly attention: number;
  readonly completed: number;
};

const MOST = 1000;
const OUT = sql`${envelopes.status} = 'in_progress'`;
/** Envelopes that nobody has put into the archive. The numbers leave the others out, as their lists do. */
export const NOT_ARCHIVED = sql`${envelopes.archivedAt} is null`;
/** Envelopes that need attention, a condition with its own index. */
const NEEDING = sql`${envelopes.needsAttention}`;

/** Counts the envelopes that are waiting for the signature of the person who sent them. */
export async function countYourTurn(
  tx: Transaction,
  organizationId: string,
  userId: string,
): Promise<number> {
  const [row] = await tx.execute<{ number: number }>(
    sql`select ${countMatching(organizationId, ...matchYourTurn(userId))} as number`,
  );
  return row?.number ?? 0;
}

/**
 * Counts an organization's envelopes for one of its members. An envelope that waits for the member's own
 * signature isn't counted anywhere else.
 */
export async function readListNumbers(
  tx: Transaction,
  organizationId: string,
  about: { readonly userId: string; readonly soon: Date; readonly completedFrom: Date },
): Promise<ListNumbers> {
  const isOthers = sql`not ${matchOwnTurn(about.userId)}`;
  const nearness = -about.soon.getTime();
  const number = (...conditions: SQL[]) => countMatching(organizationId, ...conditions);
  const [row] = await tx.execute<Record<string, number>>(sql`
    select ${number(...matchYourTurn(about.userId))} as your_turn,
      ${number(OUT, isOthers)} as waiting,
      ${number(NEEDING, isOthers)} as attention,
      ${number(OUT, sql`not ${envelopes.needsAttention}`, sql`${envelopes.nearness} >= ${nearness}::bigint`)} as expiring,
      ${number(sql`${envelopes.status} = 'completed'`, sql`${envelopes.completedAt} >= ${about.completedFrom.toISOString()}::timestamptz`)} as completed`);
  const { your_turn: yourTurn = 0, waiting = 0, attention = 0, expiring = 0, completed = 0 } = row ?? {};
  return {
    yourTurn,
    waiting,
    attention: Math.min(MOST, attention + expiring),
    completed,
  };
}

function matchYourTurn(userId: string): SQL[] {
  return [NEEDING, OUT, matchOwnTurn(userId)];
}

/** Matches envelopes that wait for the person who sent them. Never null, so it can be negated. */
export function matchOwnTurn(userId: string): SQL {
  return sql`(${envelopes.senderUserId} is not distinct from ${userId}
    and 'your_turn' = any(${envelopes.standingAttention}))`;
}

function countMatching(organizationId: string, ...conditions: readonly SQL[]): SQL {
  return sql`(select count(*)::int from (
    select from ${envelopes} where ${envelopes.organizationId} = ${organizationId} and ${envelopes.deletedAt} is null
      and ${NOT_ARCHIVED} and ${sql.join([...conditions], sql` and `)} limit ${MOST}) as found)`;
}
