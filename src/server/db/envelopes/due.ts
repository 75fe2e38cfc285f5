import { and, eq, inArray, isNotNull, isNull, lte, or, sql } from 'drizzle-orm';
import { LIMITS } from '#domain/limits.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { envelopes } from '#server/db/schema/envelopes.ts';
import { idempotencyKeys } from '#server/db/schema/idempotency-keys.ts';
import { participants } from '#server/db/schema/participants.ts';

export type DueEnvelope = { readonly organizationId: string; readonly envelopeId: string };

/**
 * The kinds of things that can be due. Each kind is one query with its own index and requires the scope
 * `dueRows`.
 */
const KINDS = ['scheduled', 'expired', 'expiring', 'reminder', 'unread'] as const;
export type DueKind = (typeof KINDS)[number];

const NAMED = { organizationId: envelopes.organizationId, envelopeId: envelopes.id } as const;

/** Returns the kinds of which something is due at `now`. */
export async function listDueKinds(tx: Transaction, now: Date): Promise<DueKind[]> {
  const found = await Promise.all(KINDS.map((kind) => readDue(tx, kind, now, 1)));
  return KINDS.filter((_, index) => found[index]?.length === 1);
}

/** Returns at most `limit` envelopes with something due at `now`, longest due first. */
export async function readDue(
  tx: Transaction,
  kind: DueKind,
  now: Date,
  limit: number,
): Promise<DueEnvelope[]> {
  switch (kind) {
    case 'scheduled':
      return await tx
        .select(NAMED)
        .from(envelopes)
        .where(and(inArray(envelopes.status, ['draft', 'review']), lte(envelopes.scheduledSendAt, now)))
        .orderBy(envelopes.scheduledSendAt)
        .limit(limit);
    case 'expired':
      return await tx
        .select(NAMED)
        .from(envelopes)
        .where(and(eq(envelopes.status, 'in_progress'), lte(envelopes.expiresAt, now)))
        .orderBy(envelopes.expiresAt)
        .limit(limit);
    case 'expiring': {
      const soon = new Date(now.getTime() + LIMITS.expiringSoonMs);
      // An envelope that was sent with less time left than the warning period never gets a warning.
      const hadLonger = sql`${envelopes.sentAt} < ${envelopes.expiresAt} - ${LIMITS.expiringSoonMs} * interval '1 millisecond'`;
      return await tx
        .select(NAMED)
        .from(envelopes)
        .where(
          and(
            eq(envelopes.status, 'in_progress'),
            lte(envelopes.expiresAt, soon),
            isNull(envelopes.expiryWarnedAt),
            hadLonger,
          ),
        )
        .orderBy(envelopes.expiresAt)
        .limit(limit);
    }
    case 'reminder':
      return await tx
        .selectDistinct(NAMED)
        .from(participants)
        .innerJoin(
          envelopes,
          and(
            eq(envelopes.organizationId, participants.organizationId),
            eq(envelopes.id, participants.envelopeId),
          ),
        )
        .where(
          and(
            eq(participants.status, 'pending'),
            lte(participants.nextReminderAt, now),
            eq(envelopes.status, 'in_progress'),
          ),
        )
        .limit(limit);
    case 'unread': {
      const since = new Date(now.getTime() - LIMITS.readingGivenUpMs);
      return await tx
        .select(NAMED)
        .from(envelopes)
        .where(
          and(
            sql`(${envelopes.status} = 'detecting' or ${envelopes.documentStatus} = 'processing')`,
            lte(envelopes.updatedAt, since),
          ),
        )
        .orderBy(envelopes.updatedAt)
        .limit(limit);
    }
    default:
      return kind satisfies never;
  }
}

/**
 * Returns at most `limit` of an organization's envelopes for which something will become due as time passes,
 * oldest first.
 */
export async function readWaiting(
  tx: Transaction,
  organizationId: string,
  limit: number,
): Promise<DueEnvelope[]> {
  const isReminded = sql`exists (select from ${participants} where ${participants.organizationId} = ${envelopes.organizationId} and ${participants.envelopeId} = ${envelopes.id} and ${participants.nextReminderAt} is not null)`;
  const isWaiting = or(
    and(eq(envelopes.status, 'in_progress'), or(isNotNull(envelopes.expiresAt), isReminded)),
    and(inArray(envelopes.status, ['draft', 'review']), isNotNull(envelopes.scheduledSendAt)),
  );
  return await tx
    .select(NAMED)
    .from(envelopes)
    .where(and(eq(envelopes.organizationId, organizationId), isNull(envelopes.deletedAt), isWaiting))
    .orderBy(envelopes.id)
    .limit(limit);
}

/**
 * Returns at most `limit` envelopes whose seal must be extended, longest due first. Requires the scope
 * `dueRows`.
 */
export async function readDueSeals(tx: Transaction, now: Date, limit: number): Promise<DueEnvelope[]> {
  return await tx
    .select(NAMED)
    .from(envelopes)
    .where(lte(envelopes.sealDueAt, now))
    .orderBy(envelopes.sealDueAt)
    .limit(limit);
}

/** Deletes idempotency keys created before `before`. */
export async function forgetIdempotencyKeys(tx: Transaction, before: Date): Promise<void> {
  await tx.delete(idempotencyKeys).where(lte(idempotencyKeys.createdAt, before));
}
