import { and, asc, count, desc, eq, gte, inArray, isNotNull, isNull, lte, sql } from 'drizzle-orm';
import type { Attention } from '#domain/envelope/status.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { matchScope } from '#server/db/client/transaction.ts';
import { envelopes } from '#server/db/schema/envelopes.ts';
import { participants } from '#server/db/schema/participants.ts';

type Sender = { readonly organizationId: string; readonly userId: string };
type WaitingPerson = { readonly name: string; readonly deliveryFailed: boolean };

/** An envelope that is waiting for people. */
export type WaitingEnvelope = {
  readonly id: string;
  readonly name: string;
  readonly sentAt: Date;
  readonly expiresAt: Date | null;
  readonly attention: readonly Attention[];
  /** The people whose turn it is. */
  readonly people: readonly WaitingPerson[];
};

/**
 * Returns the envelopes that a sender sent before `before` and that are still waiting, and how many there are
 * in total. At most `limit` envelopes are returned: first those that wait for the sender, then the oldest.
 */
export async function readWaiting(
  tx: Transaction,
  sender: Sender,
  { before, limit }: { readonly before: Date; readonly limit: number },
): Promise<{ readonly total: number; readonly own: number; readonly shown: readonly WaitingEnvelope[] }> {
  const isOwn = sql<boolean>`'your_turn' = any(${envelopes.standingAttention})`;
  const rows = await tx
    .select({
      id: envelopes.id,
      name: envelopes.displayName,
      sentAt: envelopes.sentAt,
      expiresAt: envelopes.expiresAt,
      attention: envelopes.standingAttention,
      total: sql<number>`(count(*) over ())::int`,
      own: sql<number>`(count(*) filter (where ${isOwn}) over ())::int`,
    })
    .from(envelopes)
    .where(and(matchSender(sender), eq(envelopes.status, 'in_progress'), lte(envelopes.sentAt, before)))
    .orderBy(desc(isOwn), asc(envelopes.sentAt), asc(envelopes.id))
    .limit(limit);
  const people = await listPeopleWaitedFor(
    tx,
    rows.map(({ id }) => id),
  );
  const shown = rows.map(({ total, own, sentAt, ...row }) => ({
    ...row,
    // An envelope in progress always has a sending date.
    sentAt: sentAt ?? before,
    people: people.filter(({ envelopeId }) => envelopeId === row.id),
  }));
  return { total: rows[0]?.total ?? 0, own: rows[0]?.own ?? 0, shown };
}

/** Counts the envelopes that a sender's recipients have completed since `since`. */
export async function countCompletedSince(tx: Transaction, sender: Sender, since: Date): Promise<number> {
  const [row] = await tx
    .select({ number: count() })
    .from(envelopes)
    .where(and(matchSender(sender), eq(envelopes.status, 'completed'), gte(envelopes.completedAt, since)));
  return row?.number ?? 0;
}

function matchSender({ organizationId, userId }: Sender) {
  return and(
    eq(envelopes.organizationId, organizationId),
    eq(envelopes.senderUserId, userId),
    isNull(envelopes.deletedAt),
  );
}

async function listPeopleWaitedFor(tx: Transaction, envelopeIds: readonly string[]) {
  if (envelopeIds.length === 0) return [];
  const rows = await tx
    .select({
      envelopeId: participants.envelopeId,
      name: participants.name,
      deliveryFailedAt: participants.deliveryFailedAt,
    })
    .from(participants)
    .where(
      and(
        matchScope(tx, participants),
        inArray(participants.envelopeId, [...envelopeIds]),
        eq(participants.status, 'pending'),
        isNotNull(participants.linkIssuedAt),
      ),
    )
    .orderBy(asc(participants.position));
  return rows.map(({ deliveryFailedAt, ...row }) => ({ ...row, deliveryFailed: deliveryFailedAt !== null }));
}
