import type { MailDeliveryStatus } from '#domain/mail-delivery.ts';
import { isMemberAddress } from '#server/db/accounts/users.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { noteMailDelivery } from '#server/db/mail/mail-deliveries.ts';
import { recordMailServerAway } from '#server/db/mail/mail-server-state.ts';
import { insertOutboxMail } from '#server/db/mail/outbox-mails.ts';
import { readStanding } from '#server/db/organizations/standings.ts';
import type { MailMessage, MailRecord } from '#server/mail/message.ts';
import { type MailOutbox, type MailTransport, type MailVerdict, openMail } from '#server/mail/transport.ts';
import type { Services } from '#server/runtime/services.ts';

type Mailing = Pick<Services, 'config' | 'metrics' | 'db' | 'clock' | 'log' | 'newId'>;

/** Opens the configured transport. It sends nothing that must be held back and records what it does. */
export function openInstanceMail(mailing: Mailing): MailTransport {
  const outbox = openOutbox(mailing);
  const sent = withMailMonitoring(mailing, openMail(mailing.config.mail, outbox));
  return withMailRecords(mailing, withMailHold(mailing, outbox, sent));
}

/**
 * Opens an outbox that keeps emails in the database: those of an instance without a mail server, and those of
 * test environments.
 */
function openOutbox({ db, newId, clock }: Pick<Services, 'db' | 'newId' | 'clock'>): MailOutbox {
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

/**
 * Wraps a transport so that its attempts are counted, and so that every process knows whether the mail server
 * could be reached the last time. Workers send most emails, but web processes report on the instance.
 */
export function withMailMonitoring(
  { config, metrics, db, clock, log }: Omit<Mailing, 'newId'>,
  transport: MailTransport,
): MailTransport {
  return {
    send: async (message) => {
      const verdict = await transport.send(message);
      const result = verdict.accepted ? 'accepted' : verdict.permanent ? 'rejected' : 'deferred';
      metrics.count('countersign_mails_total', { result });
      if (config.mail.kind === 'outbox') return verdict;
      if (!verdict.accepted && verdict.serverAway === null) return verdict;
      try {
        const isAway = !verdict.accepted && verdict.serverAway;
        const away = isAway ? { since: clock(), reason: verdict.response } : null;
        await recordMailServerAway(db.drizzle, away);
      } catch (error) {
        // An accepted email would be sent a second time if this failed.
        log.error({ err: error }, "the mail server's state could not be recorded");
      }
      return verdict;
    },
    close: () => transport.close(),
  };
}

/**
 * Wraps a transport so that nothing is sent for a suspended organization, including what was enqueued
 * earlier. What a test environment sends is kept in its inbox and goes out only to the organization's own
 * members. Emails about someone's own account always go out, since people have to be able to sign in, but
 * codes for public forms don't.
 */
function withMailHold(
  { db }: Pick<Mailing, 'db'>,
  inbox: MailOutbox,
  transport: MailTransport,
): MailTransport {
  return {
    send: async (message) => {
      const { organizationId, record, to, isCode } = message;
      const isOwn = record?.about === 'account' && isCode !== true;
      if (organizationId === null || isOwn) return await transport.send(message);
      const { suspendedAt, isTest, isMember } = await transaction(db, { organizationId }, async (tx) => {
        const standing = await readStanding(tx, organizationId);
        const goesToMember = standing.isTest && (await isMemberAddress(tx, organizationId, to.email));
        return { ...standing, isMember: goesToMember };
      });
      if (suspendedAt !== null)
        return {
          accepted: false,
          permanent: true,
          serverAway: null,
          response: 'the organization is suspended',
        };
      if (!isTest) return await transport.send(message);
      const test = { ...message, subject: `TEST: ${message.subject}` };
      await inbox.store(test);
      return isMember ? await transport.send(test) : { accepted: true };
    },
    close: () => transport.close(),
  };
}

/**
 * Wraps a transport so that each delivery is recorded. If the instance uses an outbox, nothing is recorded,
 * since the outbox shows its emails anyway.
 */
function withMailRecords(mailing: Mailing, transport: MailTransport): MailTransport {
  if (mailing.config.mail.kind === 'outbox') return transport;
  return {
    send: async (message) => {
      const verdict = await transport.send(message);
      const { record } = message;
      if (record === undefined) return verdict;
      try {
        await keepDelivery(mailing, message, record, toAttemptOutcome(verdict, record));
      } catch (error) {
        // The email was sent, so failing here would only send it again.
        mailing.log.error({ err: error }, 'an email delivery could not be recorded');
      }
      return verdict;
    },
    close: () => transport.close(),
  };
}

type Outcome = { readonly status: MailDeliveryStatus; readonly answer: string | null };

function toAttemptOutcome(verdict: MailVerdict, { lastAttempt }: MailRecord): Outcome {
  if (verdict.accepted) return { status: 'sent', answer: null };
  const isOver = verdict.permanent || lastAttempt;
  return { status: isOver ? 'failed' : 'waiting', answer: verdict.response };
}

async function keepDelivery(
  { db, newId, clock }: Mailing,
  { organizationId, messageId, to, subject }: MailMessage,
  record: MailRecord,
  outcome: Outcome,
): Promise<void> {
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
      ...outcome,
      createdAt: now,
      updatedAt: now,
    }),
  );
}
