import { noteMailDelivery } from '#server/db/mail/mail-deliveries.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { recordMail, type Attempted } from '#server/mail/record.ts';
import type { MailTransport } from '#server/mail/transport.ts';
import type { Services } from '#server/runtime/services.ts';

type Keeping = Pick<Services, 'config' | 'db' | 'log' | 'newId' | 'clock'>;

/**
 * Wraps a transport so that each delivery is recorded. If the instance uses an outbox, nothing is recorded,
 * since the outbox shows its emails anyway.
 */
export function withMailRecords(services: Keeping, transport: MailTransport): MailTransport {
  if (services.config.mail.kind === 'outbox') return transport;
  return recordMail(transport, async (attempted) => {
    try {
      await keep(services, attempted);
    } catch (error) {
      // The email was sent, so failing here would only send it again.
      services.log.error({ err: error }, 'an email delivery could not be recorded');
    }
  });
}

async function keep(
  { db, newId, clock }: Keeping,
  { message, record, status, answer }: Attempted,
): Promise<void> {
  const { organizationId, messageId, to, subject } = message;
  if (organizationId === null) return;
  const now = clock();
  await transaction(db, { organizationId }, (tx) =>
    noteMailDelivery(tx, {
      id: newId('mailDelivery'),
      organizationId,
      messageId,
      recipient: to.email,
      subject,
      about: record.about,
      envelopeId: record.about === 'envelope' ? record.envelopeId : null,
      participantId: record.about === 'envelope' ? record.participantId : null,
      invitationId: record.about === 'invitation' ? record.invitationId : null,
      status,
      answer,
      createdAt: now,
      updatedAt: now,
    }),
  );
}
