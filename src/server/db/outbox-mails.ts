import { and, desc, eq, sql } from 'drizzle-orm';
import type { Transaction } from './client.ts';
import { outboxMails } from './schema/outbox-mails.ts';

export type OutboxMail = typeof outboxMails.$inferSelect;

/** Keeps a mail; one with a Message-ID that is there already is the same mail, sent again. */
export async function insertOutboxMail(
  tx: Transaction,
  mail: typeof outboxMails.$inferInsert,
): Promise<void> {
  await tx.insert(outboxMails).values(mail).onConflictDoNothing({ target: outboxMails.messageId });
}

/** A kept mail without what it says. */
export type OutboxHeader = Pick<OutboxMail, 'id' | 'recipient' | 'subject' | 'createdAt'>;

/** The organization's kept mails, newest first, behind the identifier `after`. */
export async function listOutboxMails(
  tx: Transaction,
  organizationId: string,
  page: { readonly after: string | null; readonly limit: number },
): Promise<OutboxHeader[]> {
  const { id, recipient, subject, createdAt } = outboxMails;
  const behind = page.after === null ? undefined : sql`${outboxMails.id} < ${page.after}`;
  return await tx
    .select({ id, recipient, subject, createdAt })
    .from(outboxMails)
    .where(and(eq(outboxMails.organizationId, organizationId), behind))
    .orderBy(desc(outboxMails.id))
    .limit(page.limit);
}

export async function readOutboxMail(
  tx: Transaction,
  organizationId: string,
  id: string,
): Promise<OutboxMail | null> {
  const [row] = await tx
    .select()
    .from(outboxMails)
    .where(and(eq(outboxMails.organizationId, organizationId), eq(outboxMails.id, id)));
  return row ?? null;
}
