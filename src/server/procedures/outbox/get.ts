import { z } from 'zod';
import { refusal } from '#domain/errors.ts';
import { pathId, timestamp } from '#wire/text.ts';
import { readOutboxMail } from '#server/db/outbox-mails.ts';
import { within } from '#server/db/transaction.ts';
import { administering } from '#server/trpc/audience.ts';

/** Reads one kept mail. */
export const getOutboxMail = administering
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
  .query(async ({ ctx: { world, member, session }, input }) => {
    const { organizationId } = member;
    const mail = await within(world.db, { organizationId }, (tx) =>
      readOutboxMail(tx, organizationId, { id: input.id, reader: session.user.email }),
    );
    if (mail === null) throw refusal('not_found');
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
