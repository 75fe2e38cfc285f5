import { quotaUses } from '#server/db/schema/quota-uses.ts';
import { and, eq, lt, sql } from 'drizzle-orm';
import { createRefusal } from '#domain/errors.ts';
import {
  createQuotaRefusal,
  createStorageRefusal,
  getQuotaDay,
  getQuotaLimit,
  QUOTA_NAMES,
  type QuotaHolder,
  type QuotaName,
  type QuotaSettings,
} from '#domain/organization/sending/quotas.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { organizations } from '#server/db/schema/organizations.ts';
import { DAY_MS } from '#domain/time.ts';

/**
 * A use of a quota. For quotas that count separately for each subject, `subject` names the one that this use
 * counts for.
 */
export type QuotaUse = {
  readonly organizationId: string;
  readonly quota: QuotaName;
  readonly subject?: string;
  readonly amount: number;
};

/**
 * Takes from a daily quota, or refuses with `rate_limited`. The row stays locked until the transaction ends,
 * so that only one of two concurrent transactions gets the last unit. Call it late in the transaction. A
 * rollback returns what was taken.
 */
export async function takeQuota(
  tx: Transaction,
  settings: QuotaSettings,
  { organizationId, quota, subject = '', amount }: QuotaUse,
  now: Date,
): Promise<void> {
  const limit = getQuotaLimit(settings, quota, await readHolder(tx, organizationId), now);
  await takeUpTo(limit, tx, { organizationId, quota, subject, amount }, now);
}

async function takeUpTo(limit: number, tx: Transaction, use: Required<QuotaUse>, now: Date): Promise<void> {
  if (use.amount <= limit && (await count(tx, use, limit, now))) return;
  const { code, details, message } = createQuotaRefusal(use.quota, limit, now);
  throw createRefusal(code, details, message);
}

async function count(
  tx: Transaction,
  { organizationId, quota, subject, amount }: Required<QuotaUse>,
  limit: number,
  now: Date,
): Promise<boolean> {
  const used = sql`${quotaUses}.used + ${amount}`;
  const rows = await tx
    .insert(quotaUses)
    .values({ organizationId, quota, subject, day: getQuotaDay(now), used: amount })
    .onConflictDoUpdate({
      target: [quotaUses.organizationId, quotaUses.quota, quotaUses.subject, quotaUses.day],
      set: { used },
      setWhere: sql`${used} <= ${limit}`,
    })
    .returning({ used: quotaUses.used });
  const [row] = rows;
  // The day's first use removes what earlier days left behind.
  if (row?.used === amount) await forgetEarlierUses(tx, organizationId, now);
  return row !== undefined;
}

/**
 * Counts an upload. Refuses with `rate_limited` if the organization has used up its storage or its uploads. The
 * size of what is being added isn't known yet, so the last upload may exceed the limit of the storage.
 */
export async function countUpload(
  tx: Transaction,
  settings: QuotaSettings,
  organizationId: string,
  now: Date,
): Promise<QuotaHolder> {
  const [holder, megabytes] = await Promise.all([readHolder(tx, organizationId), countStoredMegabytes(tx)]);
  const limit = getQuotaLimit(settings, 'storage', holder, now);
  if (megabytes >= limit) {
    const { code, details, message } = createStorageRefusal(limit);
    throw createRefusal(code, details, message);
  }
  const uploads = getQuotaLimit(settings, 'uploads', holder, now);
  await takeUpTo(uploads, tx, { organizationId, quota: 'uploads', subject: '', amount: 1 }, now);
  return holder;
}

/** Returns how many megabytes the transaction's organization has stored. */
export async function countStoredMegabytes(tx: Transaction): Promise<number> {
  const [row] = await tx.execute<{ bytes: string }>(sql`select stored_bytes() as bytes`);
  return Math.floor(Number(row?.bytes ?? 0) / 1e6);
}

/** Returns the limit of a quota for the transaction's organization. */
export async function readQuotaLimit(
  tx: Transaction,
  settings: QuotaSettings,
  { organizationId, quota }: Pick<QuotaUse, 'organizationId' | 'quota'>,
  now: Date,
): Promise<number> {
  return getQuotaLimit(settings, quota, await readHolder(tx, organizationId), now);
}

/**
 * Returns an organization's limits and today's uses. For quotas that count separately for each subject, the
 * use is that of the subject with the most.
 */
export async function readQuotas(
  tx: Transaction,
  settings: QuotaSettings,
  organizationId: string,
  now: Date,
): Promise<ReadonlyMap<QuotaName, { readonly used: number; readonly limit: number }>> {
  const holder = await readHolder(tx, organizationId);
  const rows = await tx
    .select({ quota: quotaUses.quota, used: sql<string>`max(${quotaUses.used})` })
    .from(quotaUses)
    .where(and(eq(quotaUses.organizationId, organizationId), eq(quotaUses.day, getQuotaDay(now))))
    .groupBy(quotaUses.quota);
  const used = new Map(rows.map((row) => [row.quota, Number(row.used)]));
  return new Map(
    QUOTA_NAMES.map((name) => [
      name,
      { used: used.get(name) ?? 0, limit: getQuotaLimit(settings, name, holder, now) },
    ]),
  );
}

/** Deletes the counts of days before yesterday. */
async function forgetEarlierUses(tx: Transaction, organizationId: string, now: Date): Promise<void> {
  const yesterday = getQuotaDay(new Date(now.getTime() - DAY_MS));
  await tx
    .delete(quotaUses)
    .where(and(eq(quotaUses.organizationId, organizationId), lt(quotaUses.day, yesterday)));
}

async function readHolder(tx: Transaction, organizationId: string): Promise<QuotaHolder> {
  const [row] = await tx
    .select({ createdAt: organizations.createdAt, testOf: organizations.testOf })
    .from(organizations)
    .where(eq(organizations.id, organizationId));
  if (row === undefined) throw new Error(`organization ${organizationId} does not exist`);
  return { createdAt: row.createdAt, isTest: row.testOf !== null };
}
