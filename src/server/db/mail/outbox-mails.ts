import { and, desc, eq, gte, inArray, lt, sql } from 'drizzle-orm';
import { listManagedRoles, type Role } from '#domain/organization/role.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { accountLinks } from '#server/db/schema/account-links.ts';
import { invitations } from '#server/db/schema/invitations.ts';
import { outboxMails } from '#server/db/schema/outbox-mails.ts';

export type OutboxMail = typeof outboxMails.$inferSelect;

/** Stores an email. If its Message-ID is already known, it is the same email sent again. */
export async function insertOutboxMail(
  tx: Transaction,
  mail: typeof outboxMails.$inferInsert,
): Promise<void> {
  await tx
    .insert(outboxMails)
    .values(mail)
    .onConflictDoNothing({ target: [outboxMails.organizationId, outboxMails.messageId] });
}

/**
 * Deletes messages of test environments from before `before`. Requires the scope `dueRows`, in which no other
 * messages are visible.
 */
export async function forgetTestMessages(tx: Transaction, before: Date): Promise<void> {
  await tx.delete(outboxMails).where(lt(outboxMails.createdAt, before));
}

/** A person who reads stored emails. */
export interface Reader {
  readonly id: string;
  readonly email: string;
  /** The reader's role in the organization. */
  readonly role: Role;
}

/** A stored email without its content. */
export type OutboxHeader = Pick<OutboxMail, 'id' | 'recipient' | 'envelopeId' | 'subject' | 'createdAt'> & {
  /** Whether it is a text message. Those are kept without HTML. */
  readonly isSms: boolean;
};

/**
 * Lists the organization's stored emails that this reader may see, newest first, after the identifier
 * `after`: either all of them, or those to one recipient, about one envelope, or from a time on.
 */
export async function listOutboxMails(
  tx: Transaction,
  organizationId: string,
  page: {
    readonly reader: Reader | null;
    readonly to: string | null;
    readonly envelopeId: string | null;
    readonly since: Date | null;
    readonly after: string | null;
    readonly limit: number;
  },
): Promise<OutboxHeader[]> {
  const { id, recipient, envelopeId, subject, createdAt } = outboxMails;
  const behind = page.after === null ? undefined : sql`${outboxMails.id} < ${page.after}`;
  const isTo = page.to === null ? undefined : sql`lower(${recipient}) = lower(${page.to})`;
  const isAbout = page.envelopeId === null ? undefined : eq(envelopeId, page.envelopeId);
  const isSince = page.since === null ? undefined : gte(createdAt, page.since);
  return await tx
    .select({ id, recipient, envelopeId, subject, createdAt, isSms: sql<boolean>`${outboxMails.html} = ''` })
    .from(outboxMails)
    .where(
      and(
        eq(outboxMails.organizationId, organizationId),
        matchShownTo(page.reader),
        ...[isTo, isAbout, isSince, behind],
      ),
    )
    .orderBy(desc(outboxMails.id))
    .limit(page.limit);
}

/** Returns a stored email. Null if there is none that this reader may see. */
export async function readOutboxMail(
  tx: Transaction,
  organizationId: string,
  { id, reader }: { readonly id: string; readonly reader: Reader | null },
): Promise<OutboxMail | null> {
  const [row] = await tx
    .select()
    .from(outboxMails)
    .where(and(eq(outboxMails.organizationId, organizationId), eq(outboxMails.id, id), matchShownTo(reader)));
  return row ?? null;
}

/**
 * Matches the emails that a reader may see. Nobody may read a link or code here that gives them more than
 * they could give themselves:
 * - Emails about someone's account are for that person only, because the account may have more rights than
 * the reader and belong to other organizations.
 * - Someone who moves to a new address also sees the link that was sent there, since no other account reads
 * that mailbox.
 * - Codes prove ownership of a mailbox, so they are for its owner, except in test mode, where nothing is
 * proved.
 * - Invitations are for those who may give their role, whatever the address, because an account can move to
 * the invited address.
 * - A policy hides emails about envelopes that the reader can't see.
 * - A program (null) sees only emails about envelopes and webhooks.
 */
function matchShownTo(reader: Reader | null) {
  const { about, isCode, organizationId, recipient, messageId } = outboxMails;
  const isReadable = sql`(not ${isCode} or is_test(${organizationId}))`;
  const shared = sql`(${about} in ('envelope', 'webhook') and ${isReadable}
    or ${about} = 'account' and ${isCode} and is_test(${organizationId}))`;
  if (reader === null) return shared;
  const { id, email, role } = reader;
  const given = sql`${about} = 'invitation' and exists (select from ${invitations}
    where ${invitations.organizationId} = ${organizationId} and ${invitations.id} = ${outboxMails.invitationId}
      and ${inArray(invitations.role, [...listManagedRoles(role)])})`;
  const own = sql`${about} is distinct from 'invitation' and lower(${recipient}) = lower(${email})`;
  const ownMove = sql`exists (select from ${accountLinks} where ${accountLinks.kind} = 'change_to'
    and ${accountLinks.change} ->> 'userId' = ${id} and ${accountLinks.id} = substring(${messageId} from '^<([^@]+)@'))`;
  return sql`(${shared} or ${given} or ${own} or ${ownMove})`;
}
