import { and, desc, eq, sql } from 'drizzle-orm';
import type { Transaction } from '#server/db/client/client.ts';
import { outboxMails } from '#server/db/schema/outbox-mails.ts';

export type OutboxMail = typeof outboxMails.$inferSelect;

/** Stores an email; a known Message-ID is the same email sent again. */
export async function insertOutboxMail(
  tx: Transaction,
  mail: typeof outboxMails.$inferInsert,
): Promise<void> {
  await tx.insert(outboxMails).values(mail).onConflictDoNothing({ target: outboxMails.messageId });
}

/** A stored email without its content. */
export type OutboxHeader = Pick<OutboxMail, 'id' | 'recipient' | 'subject' | 'createdAt'>;

/**
 * Lists the organization's stored emails that this reader may see, newest first, after the identifier
 * `after`.
 */
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

/** Returns a stored email; null if there is none that this reader may see. */
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
 * Only the recipient may see links that set a password or verify an address: the account may have more rights
 * than the reader, and belong to other organizations. A digest names envelopes that the reader may not see.
 */
function shownTo(reader: string) {
  return sql`(${outboxMails.messageId} not like '<acc\\_%' and ${outboxMails.messageId} not like '<digest.%' or lower(${outboxMails.recipient}) = ${reader.toLowerCase()})`;
}
