import { codeAttempts } from '#server/db/schema/code-attempts.ts';
import { and, eq, sql } from 'drizzle-orm';
import { LIMITS } from '#domain/limits.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { matchScope } from '#server/db/client/transaction.ts';

/** A participant's link with its epoch. */
export type LinkKey = {
  readonly organizationId: string;
  readonly participantId: string;
  readonly linkEpoch: number;
};
export type CodeAttempts = typeof codeAttempts.$inferSelect;

/**
 * Counts an attempt before its code is compared, so that simultaneous attempts count too. The last allowed
 * attempt locks the link immediately. Returns null while the link is locked or if a newer link has replaced
 * it.
 */
export async function takeAttempt(tx: Transaction, link: LinkKey, now: Date): Promise<CodeAttempts | null> {
  const { attempts, linkEpoch, lockedUntil, codeNonce } = codeAttempts;
  const time = sql`${now.toISOString()}::timestamptz`;
  const lock = sql`${new Date(now.getTime() + LIMITS.linkLockMs).toISOString()}::timestamptz`;
  const next = sql`case when ${linkEpoch} < excluded.link_epoch or ${lockedUntil} <= ${time} then 1 else ${attempts} + 1 end`;
  const [row] = await tx
    .insert(codeAttempts)
    .values({ ...link, attempts: 1 })
    .onConflictDoUpdate({
      target: [codeAttempts.organizationId, codeAttempts.participantId],
      set: {
        linkEpoch: sql`excluded.link_epoch`,
        attempts: next,
        lockedUntil: sql`case when ${next} >= ${sql.raw(String(LIMITS.wrongCodesMax))} then ${lock} end`,
        codeNonce: sql`case when ${linkEpoch} = excluded.link_epoch then ${codeNonce} end`,
      },
      setWhere: sql`${linkEpoch} < excluded.link_epoch or ${linkEpoch} = excluded.link_epoch and (${lockedUntil} is null or ${lockedUntil} <= ${time})`,
    })
    .returning();
  return row ?? null;
}

/**
 * Starts a new code and invalidates the previous one. Returns false while the link is locked or, unless
 * `again` is `atOnce`, if a code was sent a moment ago.
 */
export async function startCode(
  tx: Transaction,
  link: LinkKey,
  nonce: string,
  now: Date,
  again: 'later' | 'atOnce' = 'later',
): Promise<boolean> {
  const { attempts, linkEpoch, lockedUntil, codeSentAt } = codeAttempts;
  const time = sql`${now.toISOString()}::timestamptz`;
  const before = sql`${new Date(now.getTime() - LIMITS.sentCodeAgainMs).toISOString()}::timestamptz`;
  const mayStart =
    again === 'atOnce' ? sql`true` : sql`(${codeSentAt} is null or ${codeSentAt} <= ${before})`;
  const rows = await tx
    .insert(codeAttempts)
    .values({ ...link, codeNonce: nonce, codeSentAt: now })
    .onConflictDoUpdate({
      target: [codeAttempts.organizationId, codeAttempts.participantId],
      set: {
        linkEpoch: sql`excluded.link_epoch`,
        attempts: sql`case when ${linkEpoch} < excluded.link_epoch then 0 else ${attempts} end`,
        lockedUntil: sql`case when ${linkEpoch} = excluded.link_epoch then ${lockedUntil} end`,
        codeNonce: nonce,
        codeSentAt: now,
      },
      setWhere: sql`${linkEpoch} < excluded.link_epoch or ${linkEpoch} = excluded.link_epoch
        and (${lockedUntil} is null or ${lockedUntil} <= ${time}) and ${mayStart}`,
    })
    .returning({ participantId: codeAttempts.participantId });
  return rows.length === 1;
}

/**
 * Undoes the counting of an attempt whose code couldn't be compared, and the lock if it was the last attempt
 * allowed.
 */
export async function returnAttempt(
  tx: Transaction,
  { participantId, linkEpoch, lockedUntil }: CodeAttempts,
): Promise<void> {
  const { attempts } = codeAttempts;
  const own = lockedUntil === null ? sql`null` : sql`${lockedUntil.toISOString()}::timestamptz`;
  await tx
    .update(codeAttempts)
    .set({
      attempts: sql`greatest(${attempts} - 1, 0)`,
      lockedUntil: sql`nullif(${codeAttempts.lockedUntil}, ${own})`,
    })
    .where(
      and(
        matchScope(tx, codeAttempts),
        eq(codeAttempts.participantId, participantId),
        eq(codeAttempts.linkEpoch, linkEpoch),
      ),
    );
}

/** Uses up the code of an attempt. Returns false if the code was used or replaced a moment ago. */
export async function useCode(
  tx: Transaction,
  { participantId, linkEpoch, codeNonce }: CodeAttempts,
): Promise<boolean> {
  if (codeNonce === null) return false;
  const rows = await tx
    .update(codeAttempts)
    .set({ codeNonce: null })
    .where(
      and(
        matchScope(tx, codeAttempts),
        eq(codeAttempts.participantId, participantId),
        eq(codeAttempts.linkEpoch, linkEpoch),
        eq(codeAttempts.codeNonce, codeNonce),
      ),
    )
    .returning({ participantId: codeAttempts.participantId });
  return rows.length === 1;
}

/**
 * Uses up the code of an attempt and clears the count. Returns false if the same code was used a moment ago.
 */
export async function finishAttempt(
  tx: Transaction,
  { participantId, linkEpoch, codeNonce }: CodeAttempts,
): Promise<boolean> {
  const sameCode = codeNonce === null ? undefined : eq(codeAttempts.codeNonce, codeNonce);
  const rows = await tx
    .update(codeAttempts)
    .set({ attempts: 0, lockedUntil: null, codeNonce: null })
    .where(
      and(
        matchScope(tx, codeAttempts),
        eq(codeAttempts.participantId, participantId),
        eq(codeAttempts.linkEpoch, linkEpoch),
        sameCode,
      ),
    )
    .returning({ participantId: codeAttempts.participantId });
  return rows.length === 1;
}

/** Returns a participant's counted attempts. Null before the first code. */
export async function readAttempts(tx: Transaction, participantId: string): Promise<CodeAttempts | null> {
  const [row] = await tx
    .select()
    .from(codeAttempts)
    .where(and(matchScope(tx, codeAttempts), eq(codeAttempts.participantId, participantId)));
  return row ?? null;
}
