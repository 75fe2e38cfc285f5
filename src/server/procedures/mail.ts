import { z } from 'zod';
import { LIMITS } from '#domain/limits.ts';
import { MAIL_DELIVERY_STATUSES, MAIL_SUBJECTS, testRequested } from '#domain/mail-delivery.ts';
import { done, DONE } from '#wire/account.ts';
import { nextCursor, pageQuery } from '#wire/pagination.ts';
import { timestamp } from '#wire/text.ts';
import { transaction } from '#server/db/client/transaction.ts';
import {
  countMailDeliveries,
  listMailDeliveries,
  type MailDelivery,
} from '#server/db/mail/mail-deliveries.ts';
import { readMailServerAway } from '#server/db/mail/mail-server-state.ts';
import { adminProcedure } from '#server/trpc/audience.ts';

const mailDelivery = z.object({
  id: z.string(),
  to: z.string(),
  subject: z.string(),
  about: z.enum(MAIL_SUBJECTS),
  envelopeId: z.string().nullable(),
  participantId: z.string().nullable(),
  invitationId: z.string().nullable(),
  status: z.enum(MAIL_DELIVERY_STATUSES),
  attempts: z.int(),
  /** The mail server's response to the last attempt; null if it accepted the email. */
  answer: z.string().nullable(),
  createdAt: timestamp,
  updatedAt: timestamp,
});

/** Returns how emails are sent and the organization's emails of the last 30 days, newest first. */
export const getMailStatus = adminProcedure
  .input(
    z.strictObject({
      status: z.enum(MAIL_DELIVERY_STATUSES).optional(),
      cursor: pageQuery.cursor,
    }),
  )
  .output(
    z.object({
      /** Whether there is a mail server; without one, emails stay in the outbox. */
      configured: z.boolean(),
      from: z.string(),
      /** Whether the process that last tried could reach the server. */
      reachable: z.boolean(),
      counts: z.object({ sent: z.int(), waiting: z.int(), failed: z.int() }),
      items: z.array(mailDelivery),
      nextCursor,
    }),
  )
  .query(async ({ ctx: { services, member, session }, input }) => {
    const { organizationId } = member;
    const reader = session.user.email;
    const limit = LIMITS.listLimitDefault;
    const page = { reader, status: input.status ?? null, after: input.cursor ?? null, limit: limit + 1 };
    const { counts, rows } = await transaction(services.db, { organizationId }, async (tx) => ({
      counts: await countMailDeliveries(tx, organizationId, reader),
      rows: await listMailDeliveries(tx, organizationId, page),
    }));
    const shown = rows.slice(0, limit);
    return {
      configured: services.config.mail.kind === 'smtp',
      from: services.config.mail.from,
      reachable: (await readMailServerAway(services.db.drizzle)) === null,
      counts,
      items: shown.map(toWire),
      nextCursor: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
    };
  });

/** Emails a test to the caller. Refuses too many with `rate_limited`. */
export const sendTestMail = adminProcedure
  .input(z.strictObject({}))
  .output(done)
  .mutation(async ({ ctx: { services, member, session } }) => {
    const { organizationId } = member;
    await services.rates.testMail.take(session.user.id);
    await transaction(services.db, { organizationId }, (tx) =>
      services.queue.enqueue(tx, [testRequested(organizationId, session.user.id, services.clock())]),
    );
    return DONE;
  });

function toWire({
  recipient,
  createdAt,
  updatedAt,
  organizationId: _o,
  messageId: _m,
  ...row
}: MailDelivery) {
  return { ...row, to: recipient, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
}
