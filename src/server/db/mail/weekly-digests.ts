import { weeklyDigests } from '#server/db/schema/weekly-digests.ts';
import { and, asc, eq, isNull, lt, lte, sql } from 'drizzle-orm';
import type { SenderEmail } from '#domain/account/sender-emails.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { memberships } from '#server/db/schema/memberships.ts';
import { users } from '#server/db/schema/users.ts';

export type DigestMember = { readonly organizationId: string; readonly userId: string };
/** A member's digest for the week that begins on the Monday `week` (YYYY-MM-DD). */
export type Digest = DigestMember & { readonly week: string };

/** Returns at most `limit` members whose digest is due, longest due first. Requires the scope `dueRows`. */
export async function readDueDigests(tx: Transaction, now: Date, limit: number): Promise<DigestMember[]> {
  return await tx
    .select({ organizationId: memberships.organizationId, userId: memberships.userId })
    .from(memberships)
    .where(lte(memberships.digestAt, now))
    .orderBy(asc(memberships.digestAt))
    .limit(limit);
}

/** Takes a member's due digest and schedules the next one. Returns null if another process took it first. */
export async function takeDueDigest(
  tx: Transaction,
  { organizationId, userId }: DigestMember,
  now: Date,
): Promise<{ readonly week: string; readonly muted: readonly SenderEmail[] } | null> {
  const [taken] = await tx
    .update(memberships)
    .set({
      digestAt: sql`next_digest_at(coalesce(${users.timeZone}, 'UTC'), ${now.toISOString()}::timestamptz)`,
    })
    .from(users)
    .where(
      and(
        eq(users.id, memberships.userId),
        eq(memberships.organizationId, organizationId),
        eq(memberships.userId, userId),
        lte(memberships.digestAt, now),
      ),
    )
    .returning({
      week: sql<string>`digest_week(${memberships.digestAt})::text`,
      muted: memberships.mutedEmails,
    });
  return taken ?? null;
}

/** Postpones a due digest. */
export async function postponeDigest(
  tx: Transaction,
  { organizationId, userId }: DigestMember,
  { until, now }: { readonly until: Date; readonly now: Date },
): Promise<void> {
  await tx
    .update(memberships)
    .set({ digestAt: until })
    .where(
      and(
        eq(memberships.organizationId, organizationId),
        eq(memberships.userId, userId),
        lte(memberships.digestAt, now),
      ),
    );
}

/** Records that a member gets a digest. Returns false if there already is one for that week. */
export async function insertDigest(tx: Transaction, digest: Digest, now: Date): Promise<boolean> {
  const rows = await tx
    .insert(weeklyDigests)
    .values({ ...digest, createdAt: now })
    .onConflictDoNothing()
    .returning({ week: weeklyDigests.week });
  return rows.length === 1;
}

/** Checks whether a digest is still waiting to be sent. */
export async function isDigestUnsent(tx: Transaction, digest: Digest): Promise<boolean> {
  const rows = await tx
    .select({ week: weeklyDigests.week })
    .from(weeklyDigests)
    .where(and(matchDigest(digest), isNull(weeklyDigests.handedOverAt)));
  return rows.length === 1;
}

/**
 * Records that a digest is now being handed to the mail server. Returns false if another attempt may already
 * have handed it over.
 */
export async function handOverDigest(tx: Transaction, digest: Digest, now: Date): Promise<boolean> {
  const rows = await tx
    .update(weeklyDigests)
    .set({ handedOverAt: now })
    .where(and(matchDigest(digest), isNull(weeklyDigests.handedOverAt)))
    .returning({ week: weeklyDigests.week });
  return rows.length === 1;
}

/** Records that the mail server didn't accept a digest. */
export async function takeBackDigest(tx: Transaction, digest: Digest): Promise<void> {
  await tx.update(weeklyDigests).set({ handedOverAt: null }).where(matchDigest(digest));
}

/** Deletes digests created before `before`. Requires the scope `dueRows`. */
export async function forgetDigests(tx: Transaction, before: Date): Promise<void> {
  await tx.delete(weeklyDigests).where(lt(weeklyDigests.createdAt, before));
}

function matchDigest({ organizationId, userId, week }: Digest) {
  return and(
    eq(weeklyDigests.organizationId, organizationId),
    eq(weeklyDigests.userId, userId),
    eq(weeklyDigests.week, week),
  );
}
