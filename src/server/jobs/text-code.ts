import { DEFAULT_LANGUAGE } from '#domain/language.ts';
import { toTextedPhone } from '#domain/envelope/authentication.ts';
import { LIMITS } from '#domain/limits.ts';
import { m } from '#i18n/compiled/messages.js';
import { shortenText } from '#server/mail/wording.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { insertOutboxMail } from '#server/db/mail/outbox-mails.ts';
import { readLiveOrganizationId } from '#server/db/organizations/standings.ts';
import { SmsFailure } from '#server/outbound/sms-gateway.ts';
import type { Services } from '#server/runtime/services.ts';
import { noteDeliveryFailed } from './deliver-to-signer.ts';
import type { RequestedCode } from './requested-code.ts';

/**
 * Sends a participant their code as a text message. If the gateway rejects it, or it still fails on the last
 * attempt, that is recorded in the envelope's log and brought to the sender's attention, as with emails.
 */
export async function sendCodeText(
  services: Services,
  { subject: { graph }, participant, code, at }: RequestedCode,
  lastAttempt: boolean,
): Promise<void> {
  const { authenticationPhone: to, language } = participant;
  if (to === null) return;
  const sender = shortenText(graph.envelope.senderName, LIMITS.smsNameMaxChars);
  const text = m.mail_sms_code({ code, sender }, { locale: language ?? DEFAULT_LANGUAGE });
  if (
    await keepInTestInbox(services, graph.envelope, {
      to,
      text,
      identifier: `${participant.id}.${Date.parse(at)}`,
    })
  )
    return;
  try {
    if (services.sms === null) throw new SmsFailure('No SMS gateway is configured.', true);
    await services.sms({ to, text });
  } catch (error) {
    if (!(error instanceof SmsFailure) || !(error.permanent || lastAttempt)) throw error;
    await noteDeliveryFailed(
      services,
      graph.envelope,
      participant,
      error.message,
      toTextedPhone(participant),
    );
  }
}

/** Stores a text message in the inbox if it belongs to a test environment. Returns whether it does. */
async function keepInTestInbox(
  services: Services,
  { id, organizationId }: { readonly id: string; readonly organizationId: string },
  { to, text, identifier }: { readonly to: string; readonly text: string; readonly identifier: string },
): Promise<boolean> {
  return await transaction(services.db, { organizationId }, async (tx) => {
    if ((await readLiveOrganizationId(tx, organizationId)) === null) return false;
    await insertOutboxMail(tx, {
      id: services.newId('mail'),
      organizationId,
      about: 'envelope',
      envelopeId: id,
      invitationId: null,
      isCode: true,
      messageId: `<sms.${id}.${identifier}@countersign>`,
      recipient: to,
      sender: 'SMS',
      replyTo: null,
      subject: 'SMS',
      html: '',
      text,
      createdAt: services.clock(),
    });
    return true;
  });
}
