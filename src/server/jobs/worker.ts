import type { Handlers } from '#server/queue.ts';
import type { Services } from '#server/runtime/services.ts';
import {
  sendAccountLinkEmail,
  sendAccountSecuredEmail,
  sendInvitationEmail,
  sendTestEmail,
} from './account.ts';
import {
  sendCompletedEmail,
  sendDeclinedEmail,
  sendExpiredEmail,
  sendExpiringEmail,
  sendThreadEmail,
  sendReplacedEmail,
  sendVoidedEmail,
} from './outcome.ts';
import { sendFormCodeEmail } from './mail-form-code.ts';
import { sendFormClosedEmail } from './closed-forms.ts';
import { recordFailedAttempt } from './record-attempt.ts';
import { sealEnvelope } from './seal-envelope.ts';
import { readDocument } from './read-document.ts';
import { deliverWebhook } from './deliver-webhook.ts';
import { buildExport } from './build-export.ts';
import { sendBulk } from './send-bulk.ts';
import { sendCopyEmail } from './copy.ts';
import { sendDigestEmail } from './mail-digest.ts';
import { sendDelegatedEmail } from './delegated.ts';
import { sendRecalledEmail } from './recalled.ts';
import { sendScheduleFailedEmail } from './schedule-failed.ts';
import { sendSigningLinkEmail, SIGNING_OCCASIONS } from './signing-request.ts';
import { sendExportStoppedEmail } from './stopped-export.ts';
import { sendWebhookDisabledEmail } from './webhook-disabled.ts';
import type { EffectPayloads } from '#domain/effects.ts';
import { readRequested, type RequestedCode } from './requested-code.ts';
import { sendCodeText } from './text-code.ts';
import { DEFAULT_LANGUAGE } from '#domain/language.ts';
import { MAIL_TEMPLATES } from '#server/mail/templates.ts';
import { deliverToSigner } from './deliver-to-signer.ts';
import { buildCommonFacts } from '#server/envelopes/request-mail.ts';
import { SYSTEM } from '#domain/actor.ts';
import { renewLink } from '#domain/envelope/links.ts';
import { collectFacts } from '#server/runtime/context.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { findUnfinished, readForm, readFormStart } from '#server/db/templates/forms.ts';
import { decide } from './decide-as-system.ts';

/** Returns the handler of each effect. */
export function createHandlers(services: Services): Handlers {
  const { sent, turn, reissued, redirected, extended, reminder } = SIGNING_OCCASIONS;
  return {
    'svc/document.received': (payload, { lastAttempt }) => readDocument(services, payload, lastAttempt),
    'svc/envelope.sent': (payload, { lastAttempt }) =>
      sendSigningLinkEmail(services, payload, sent, lastAttempt),
    'svc/participant.link_issued': (payload, { lastAttempt }) =>
      sendSigningLinkEmail(services, payload, turn, lastAttempt),
    'svc/participant.link_reissued': (payload, { lastAttempt }) =>
      sendSigningLinkEmail(services, payload, payload.isFirstRequest ? redirected : reissued, lastAttempt),
    'svc/participant.reminder_sent': (payload, { lastAttempt }) =>
      sendSigningLinkEmail(services, payload, reminder, lastAttempt),
    'svc/participant.delegated': (payload, { lastAttempt }) =>
      sendDelegatedEmail(services, payload, lastAttempt),
    'svc/participant.code_requested': (payload, { lastAttempt }) => sendCode(services, payload, lastAttempt),
    'svc/envelope.expiry_extended': (payload, { lastAttempt }) =>
      sendSigningLinkEmail(services, payload, extended, lastAttempt),
    'svc/envelope.completed': (payload) => sealEnvelope(services, payload),
    'svc/envelope.sealed': (payload, { lastAttempt }) => sendCompletedEmail(services, payload, lastAttempt),
    'svc/envelope.expiring': (payload, { lastAttempt }) => sendExpiringEmail(services, payload, lastAttempt),
    'svc/envelope.schedule_failed': (payload, { lastAttempt }) =>
      sendScheduleFailedEmail(services, payload, lastAttempt),
    'svc/envelope.expired': (payload, { lastAttempt }) => sendExpiredEmail(services, payload, lastAttempt),
    'svc/thread.message_written': (payload, { lastAttempt }) =>
      sendThreadEmail(services, payload, lastAttempt),
    'svc/envelope.declined': (payload, { lastAttempt }) => sendDeclinedEmail(services, payload, lastAttempt),
    'svc/copy.sent': (payload, { lastAttempt }) => sendCopyEmail(services, payload, lastAttempt),
    'svc/bulk_send.started': (payload) => sendBulk(services, payload),
    'svc/export.started': (payload) => buildExport(services, payload),
    'svc/form.link_requested': (payload) => sendFormLinks(services, payload),
    'svc/form.closed': (payload, { lastAttempt }) => sendFormClosedEmail(services, payload, lastAttempt),
    'svc/export.stopped': (payload, { lastAttempt }) =>
      sendExportStoppedEmail(services, payload, lastAttempt),
    'svc/form.code_requested': (payload, { lastAttempt }) =>
      sendFormCodeEmail(services, payload, lastAttempt),
    'svc/envelope.replaced': (payload, { lastAttempt }) => sendReplacedEmail(services, payload, lastAttempt),
    'svc/envelope.voided': (payload, { lastAttempt }) => sendVoidedEmail(services, payload, lastAttempt),
    'svc/envelope.recalled': (payload, { lastAttempt }) => sendRecalledEmail(services, payload, lastAttempt),
    'svc/webhook.deliver': (payload) => deliverWebhook(services, payload),
    'svc/webhook.disabled': (payload, { lastAttempt }) =>
      sendWebhookDisabledEmail(services, payload, lastAttempt),
    'svc/digest.due': (payload, { lastAttempt }) => sendDigestEmail(services, payload, lastAttempt),
    'svc/mail.test_requested': (payload, { lastAttempt }) => sendTestEmail(services, payload, lastAttempt),
    'svc/account.link_requested': (payload, { lastAttempt }) =>
      sendAccountLinkEmail(services, payload, lastAttempt),
    'svc/account.secured': (payload, { lastAttempt }) =>
      sendAccountSecuredEmail(services, payload, lastAttempt),
    'svc/account.attempt_failed': (payload) => recordFailedAttempt(services, payload),
    'svc/organization.member_invited': (payload, { lastAttempt }) =>
      sendInvitationEmail(services, payload, lastAttempt),
  };
}

/**
 * Sends a participant the code they asked for by email or text message, unless it was used, was replaced or
 * has expired.
 */
async function sendCode(
  services: Services,
  payload: EffectPayloads['svc/participant.code_requested'],
  lastAttempt: boolean,
): Promise<void> {
  const requested = await readRequested(services, payload);
  if (requested === null) return;
  if (requested.participant.authenticationMethod === 'sms_code')
    await sendCodeText(services, requested, lastAttempt);
  else await sendCodeEmail(services, requested, lastAttempt);
}

/** Emails a participant the code that they asked for. */
async function sendCodeEmail(
  services: Services,
  { subject, participant, code, at }: RequestedCode,
  lastAttempt: boolean,
): Promise<void> {
  const to = { name: participant.name, email: participant.email };
  const rendered = MAIL_TEMPLATES['signing-code']({
    ...buildCommonFacts(subject, participant, participant.language ?? DEFAULT_LANGUAGE),
    code,
  });
  const identifier = `${participant.id}.code-${Date.parse(at)}`;
  await deliverToSigner(services, subject, {
    ...{ to, rendered, identifier, participant, lastAttempt },
    isCode: true,
  });
}

/** Renews the links of the form's envelopes that a person still has to sign. */
async function sendFormLinks(
  services: Services,
  { organizationId, startId }: EffectPayloads['svc/form.link_requested'],
): Promise<void> {
  const unfinished = await transaction(services.db, { organizationId }, async (tx) => {
    const start = await readFormStart(tx, startId);
    const form = start === null ? null : await readForm(tx, start.formId);
    return start === null || form === null ? [] : await findUnfinished(tx, form, start.email);
  });
  for (const { envelopeId, participantId } of unfinished) {
    await decide(services, { organizationId, envelopeId }, (graph) =>
      renewLink(graph, participantId, collectFacts(SYSTEM, services)),
    );
  }
}
