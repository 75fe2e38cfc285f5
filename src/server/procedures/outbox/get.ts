import { z } from 'zod';
import { createRefusal } from '#domain/errors.ts';
import { pathId, timestamp } from '#wire/text.ts';
import { readOutboxMail } from '#server/db/mail/outbox-mails.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { adminProcedure } from '#server/trpc/audience.ts';

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
