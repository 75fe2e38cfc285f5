import { and, count, desc, eq, lt, sql } from 'drizzle-orm';
import type { MailDeliveryStatus } from '#domain/mail-delivery.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { matchScope } from '#server/db/client/transaction.ts';
import { mailDeliveries } from '#server/db/schema/mail-deliveries.ts';

export type MailDelivery = typeof mailDeliveries.$inferSelect;

/** Records an attempt. Further attempts to deliver the same email update its row. */
export async function noteMailDelivery(
  tx: Transaction,
  delivery: Omit<typeof mailDeliveries.$inferInsert, 'attempts'>,
): Promise<void> {
  const { status, answer, updatedAt } = delivery;
  await tx
    .insert(mailDeliveries)
    .values({ ...delivery, attempts: 1 })
    .onConflictDoUpdate({
      target: [mailDeliveries.organizationId, mailDeliveries.messageId],
      set: { status, answer: answer ?? null, updatedAt, attempts: sql`${mailDeliveries.attempts} + 1` },
    });
}

/**
 * Lists the organization's emails that this reader may know about, newest first, after the identifier
 * `after`.
 */
export async function listMailDeliveries(
  tx: Transaction,
  organizationId: string,
  page: {
    readonly reader: string;
    readonly status: MailDeliveryStatus | null;
    readonly after: string | null;
    readonly limit: number;
  },
): Promise<MailDelivery[]> {
  const status = page.status === null ? undefined : eq(mailDeliveries.status, page.status);
  const behind = page.after === null ? undefined : lt(mailDeliveries.id, page.after);
  return await tx
    .select()
    .from(mailDeliveries)
    .where(and(eq(mailDeliveries.organizationId, organizationId), matchKnownTo(page.reader), status, behind))
    .orderBy(desc(mailDeliveries.id))
    .limit(page.limit);
}

/** Counts the emails that this reader may know about, by status. */
export async function countMailDeliveries(
  tx: Transaction,
  organizationId: string,
  reader: string,
): Promise<Record<MailDeliveryStatus, number>> {
  const rows = await tx
    .select({ status: mailDeliveries.status, number: count() })
    .from(mailDeliveries)
    .where(and(eq(mailDeliveries.organizationId, organizationId), matchKnownTo(reader)))
    .groupBy(mailDeliveries.status);
  const none: Record<MailDeliveryStatus, number> = { sent: 0, waiting: 0, failed: 0 };
  return { ...none, ...Object.fromEntries(rows.map(({ status, number }) => [status, number])) };
}

/** Finds an email of any organization by Message-ID. Requires the scope `dueRows`. */
export async function findMailDelivery(tx: Transaction, messageId: string): Promise<MailDelivery | null> {
  const [mail] = await tx
    .select()
    .from(mailDeliveries)
    .where(eq(mailDeliveries.messageId, messageId))
    .limit(1);
  return mail ?? null;
}

/** Records that an accepted email bounced. */
export async function failMailDelivery(
  tx: Transaction,
  { id, answer, updatedAt }: Pick<MailDelivery, 'id' | 'answer' | 'updatedAt'>,
): Promise<void> {
  await tx
    .update(mailDeliveries)
    .set({ status: 'failed', answer, updatedAt })
    .where(and(matchScope(tx, mailDeliveries), eq(mailDeliveries.id, id)));
}

/** Deletes emails first attempted before `before`. Requires the scope `dueRows`. */
export async function forgetMailDeliveries(tx: Transaction, before: Date): Promise<void> {
  await tx.delete(mailDeliveries).where(lt(mailDeliveries.createdAt, before));
}

/**
 * Matches the emails that a reader may know about. Account emails are private, because nobody else needs to
 * know about a password reset.
 */
function matchKnownTo(reader: string) {
  return sql`(${mailDeliveries.about} <> 'account' or lower(${mailDeliveries.recipient}) = lower(${reader}))`;
}
