import { z } from 'zod';
import { createRefusal } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import { nextCursor, pageQuery } from '#wire/pagination.ts';
import { pathId, timestamp } from '#wire/text.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { listOutboxMails, readOutboxMail } from '#server/db/mail/outbox-mails.ts';
import { adminProcedure } from '#server/trpc/audience.ts';

/**
 * Lists the emails that were kept because there is no SMTP server or because it's test mode. They contain
 * signing links, so only administrators can read them.
 */
export const listOutbox = adminProcedure
  .input(z.strictObject({ cursor: pageQuery.cursor }))
  .output(
    z.object({
      enabled: z.boolean(),
      items: z.array(z.object({ id: z.string(), to: z.string(), subject: z.string(), createdAt: timestamp })),
      nextCursor,
    }),
  )
  .query(async ({ ctx: { services, member, session }, input }) => {
    const { organizationId } = member;
    const limit = LIMITS.listLimitDefault;
    const rows = await transaction(services.db, { organizationId }, (tx) =>
      listOutboxMails(tx, organizationId, {
        reader: { ...session.user, role: member.role },
        ...{ to: null, envelopeId: null, since: null },
        after: input.cursor ?? null,
        limit: limit + 1,
      }),
    );
    const shown = rows.slice(0, limit);
    return {
      enabled: services.config.mail.kind === 'outbox',
      items: shown.map(({ id, recipient, subject, createdAt }) => ({
        id,
        to: recipient,
        subject,
        createdAt: createdAt.toISOString(),
      })),
      nextCursor: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
    };
  });

export const getOutboxMail = adminProcedure
  .input(z.strictObject({ id: pathId }))
  .output(
    z.object({
      id: z.string(),
      to: z.string(),
      from: z.string(),
      replyTo: z.string().nullable(),
      subject: z.string(),
      html: z.string(),
      text: z.string(),
      createdAt: timestamp,
    }),
  )
  .query(async ({ ctx: { services, member, session }, input }) => {
    const { organizationId } = member;
    const mail = await transaction(services.db, { organizationId }, (tx) =>
      readOutboxMail(tx, organizationId, { id: input.id, reader: { ...session.user, role: member.role } }),
    );
    if (mail === null) throw createRefusal('not_found');
    const { id, recipient, sender, replyTo, subject, html, text, createdAt } = mail;
    return {
      id,
      to: recipient,
      from: sender,
      replyTo,
      subject,
      html,
      text,
      createdAt: createdAt.toISOString(),
    };
  });
