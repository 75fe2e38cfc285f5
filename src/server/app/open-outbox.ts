import { insertOutboxMail } from '#server/db/mail/outbox-mails.ts';
import { transaction } from '#server/db/client/transaction.ts';
import type { MailOutbox } from '#server/mail/transport.ts';
import type { Services } from './services.ts';

/**
 * Opens an outbox that keeps emails in the database: those of an instance without a mail server, and those of
 * test environments.
 */
export function openOutbox({ db, newId, clock }: Pick<Services, 'db' | 'newId' | 'clock'>): MailOutbox {
  return {
    store: async ({ organizationId, messageId, to, from, replyTo, subject, html, text, record, isCode }) => {
      // Nobody could read the email, since the person belongs to no organization.
      if (organizationId === null) return;
      await transaction(db, { organizationId }, (tx) =>
        insertOutboxMail(tx, {
          id: newId('mail'),
          organizationId,
          messageId,
          about: record?.about ?? null,
          envelopeId: record?.about === 'envelope' ? record.envelopeId : null,
          invitationId: record?.about === 'invitation' ? record.invitationId : null,
          isCode: isCode === true,
          recipient: to.email,
          sender: from.email,
          replyTo: replyTo?.email ?? null,
          subject,
          html,
          text,
          createdAt: clock(),
        }),
      );
    },
  };
}
