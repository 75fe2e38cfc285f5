import { and, desc, eq, lt, sql } from 'drizzle-orm';
import type { Transaction } from '#server/db/client/client.ts';
import { accountLinks } from '#server/db/schema/account-links.ts';
import { outboxMails } from '#server/db/schema/outbox-mails.ts';

export type OutboxMail = typeof outboxMails.$inferSelect;

/** Stores an email; a known Message-ID is the same email sent again. */
export async function insertOutboxMail(
  tx: Transaction,
  mail: typeof outboxMails.$inferInsert,
): Promise<void> {
  await tx
    .insert(outboxMails)
    .values(mail)
    .onConflictDoNothing({ target: [outboxMails.organizationId, outboxMails.messageId] });
}

/** Deletes messages of test environments from before `before`. Requires the scope `dueRows`, which shows no others. */
export async function forgetTestMessages(tx: Transaction, before: Date): Promise<void> {
  await tx.delete(outboxMails).where(lt(outboxMails.createdAt, before));
}

/** A person who reads stored emails. */
export interface Reader {
  readonly id: string;
  readonly email: string;
}

/** A stored email without its content. */
export type OutboxHeader = Pick<OutboxMail, 'id' | 'recipient' | 'subject' | 'createdAt'> & {
  /** Text messages are kept without HTML. */
  readonly isSms: boolean;
};

/**
 * Lists the organization's stored emails that this reader may see, newest first, after the identifier
 * `after`: all, or those to one recipient.
 */
export async function listOutboxMails(
  tx: Transaction,
  organizationId: string,
  page: {
    readonly reader: Reader | null;
    readonly to: string | null;
    readonly after: string | null;
    readonly limit: number;
  },
): Promise<OutboxHeader[]> {
  const { id, recipient, subject, createdAt } = outboxMails;
  const behind = page.after === null ? undefined : sql`${outboxMails.id} < ${page.after}`;
  const isTo = page.to === null ? undefined : sql`lower(${recipient}) = lower(${page.to})`;
  return await tx
    .select({ id, recipient, subject, createdAt, isSms: sql<boolean>`${outboxMails.html} = ''` })
    .from(outboxMails)
    .where(and(eq(outboxMails.organizationId, organizationId), shownTo(page.reader), isTo, behind))
    .orderBy(desc(outboxMails.id))
    .limit(page.limit);
}

/** Returns a stored email; null if there is none that this reader may see. */
export async function readOutboxMail(
  tx: Transaction,
  organizationId: string,
  { id, reader }: { readonly id: string; readonly reader: Reader | null },
): Promise<OutboxMail | null> {
  const [row] = await tx
    .select()
    .from(outboxMails)
    .where(and(eq(outboxMails.organizationId, organizationId), eq(outboxMails.id, id), shownTo(reader)));
  return row ?? null;
}

/**
 * Only the recipient may see links that set a password or verify an address: the account may have more rights
 * than the reader, and belong to other organizations. Who moves to a new address also sees the link that was sent there,
 * since no other account reads that mailbox. A digest names envelopes that the reader may not see. A program, which is null, sees
 * none of these.
 */
function shownTo(reader: Reader | null) {
  const { messageId, recipient } = outboxMails;
  const impersonal = sql`${messageId} not like '<acc\\_%' and ${messageId} not like '<digest.%'`;
  if (reader === null) return impersonal;
  const { id, email } = reader;
  const ownMove = sql`exists (select from ${accountLinks} where ${accountLinks.kind} = 'change_to'
    and ${accountLinks.change} ->> 'userId' = ${id} and ${accountLinks.id} = substring(${messageId} from '^<([^@]+)@'))`;
  return sql`(${impersonal}
    or lower(${recipient}) = lower(${email}) or ${ownMove})`;
}
