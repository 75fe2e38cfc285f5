import { and, desc, eq, sql } from 'drizzle-orm';
import type { Transaction } from '#server/db/client/client.ts';
import { outboxMails } from '#server/db/schema/outbox-mails.ts';

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

/** The organization's kept mails that this reader may see, newest first, behind the identifier `after`. */
export async function listOutboxMails(
  tx: Transaction,
  organizationId: string,
  page: { readonly reader: string; readonly after: string | null; readonly limit: number },
): Promise<OutboxHeader[]> {
  const { id, recipient, subject, createdAt } = outboxMails;
  const behind = page.after === null ? undefined : sql`${outboxMails.id} < ${page.after}`;
  return await tx
    .select({ id, recipient, subject, createdAt })
    .from(outboxMails)
    .where(and(eq(outboxMails.organizationId, organizationId), shownTo(page.reader), behind))
    .orderBy(desc(outboxMails.id))
    .limit(page.limit);
}

/** A kept mail of the organization; null where there is none that this reader may see. */
export async function readOutboxMail(
  tx: Transaction,
  organizationId: string,
  { id, reader }: { readonly id: string; readonly reader: string },
): Promise<OutboxMail | null> {
  const [row] = await tx
    .select()
    .from(outboxMails)
    .where(and(eq(outboxMails.organizationId, organizationId), eq(outboxMails.id, id), shownTo(reader)));
  return row ?? null;
}

/**
 * Links that set a password or prove an address, which their Message-ID tells, are their addressee's alone: an account
 * may stand above the reader, and in other organizations too.
 */
function shownTo(reader: string) {
  return sql`(${outboxMails.messageId} not like '<acc\\_%' or lower(${outboxMails.recipient}) = ${reader.toLowerCase()})`;
}
