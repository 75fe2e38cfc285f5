import type { Handlers } from '#server/queue.ts';
import type { Services } from '#server/app/services.ts';
import { sendFormLinks } from './send-form-links.ts';
import { mailAccountLink, mailAccountSecured, mailInvitation, mailTest } from './account.ts';
import { mailCompleted, mailDeclined, mailExpired, mailExpiring, mailVoided } from './outcome.ts';
import { mailFormCode } from './mail-form-code.ts';
import { sealEnvelope } from './seal-envelope.ts';
import { readDocument } from './read-document.ts';
import { deliverWebhook } from './deliver-webhook.ts';
import { buildExport } from './build-export.ts';
import { sendBulk } from './send-bulk.ts';
import { mailCopy } from './copy.ts';
import { mailDigest } from './mail-digest.ts';
import { mailDelegated } from './delegated.ts';
import { mailRecalled } from './recalled.ts';
import { sendCode } from './send-code.ts';
import { mailScheduleFailed } from './schedule-failed.ts';
import { mailSigningLink, SIGNING_OCCASIONS } from './signing-request.ts';
import { mailWebhookDisabled } from './webhook-disabled.ts';

/** Returns the handler of each effect. */
export function handlersOf(services: Services): Handlers {
  const { sent, turn, reissued, redirected, extended, reminder } = SIGNING_OCCASIONS;
  return {
    'svc/document.received': (payload, { lastAttempt }) => readDocument(services, payload, lastAttempt),
    'svc/envelope.sent': (payload, { lastAttempt }) => mailSigningLink(services, payload, sent, lastAttempt),
    'svc/participant.link_issued': (payload, { lastAttempt }) =>
      mailSigningLink(services, payload, turn, lastAttempt),
    'svc/participant.link_reissued': (payload, { lastAttempt }) =>
      mailSigningLink(services, payload, payload.isFirstRequest ? redirected : reissued, lastAttempt),
    'svc/participant.reminder_sent': (payload, { lastAttempt }) =>
      mailSigningLink(services, payload, reminder, lastAttempt),
    'svc/participant.delegated': (payload, { lastAttempt }) => mailDelegated(services, payload, lastAttempt),
    'svc/participant.code_requested': (payload, { lastAttempt }) => sendCode(services, payload, lastAttempt),
    'svc/envelope.expiry_extended': (payload, { lastAttempt }) =>
      mailSigningLink(services, payload, extended, lastAttempt),
    'svc/envelope.completed': (payload) => sealEnvelope(services, payload),
    'svc/envelope.sealed': (payload, { lastAttempt }) => mailCompleted(services, payload, lastAttempt),
    'svc/envelope.expiring': (payload, { lastAttempt }) => mailExpiring(services, payload, lastAttempt),
    'svc/envelope.schedule_failed': (payload, { lastAttempt }) =>
      mailScheduleFailed(services, payload, lastAttempt),
    'svc/envelope.expired': (payload, { lastAttempt }) => mailExpired(services, payload, lastAttempt),
    'svc/envelope.declined': (payload, { lastAttempt }) => mailDeclined(services, payload, lastAttempt),
    'svc/copy.sent': (payload, { lastAttempt }) => mailCopy(services, payload, lastAttempt),
    'svc/bulk_send.started': (payload) => sendBulk(services, payload),
    'svc/export.started': (payload) => buildExport(services, payload),
    'svc/form.link_requested': (payload) => sendFormLinks(services, payload),
    'svc/form.code_requested': (payload, { lastAttempt }) => mailFormCode(services, payload, lastAttempt),
    'svc/envelope.voided': (payload, { lastAttempt }) => mailVoided(services, payload, lastAttempt),
    'svc/envelope.recalled': (payload, { lastAttempt }) => mailRecalled(services, payload, lastAttempt),
    'svc/webhook.deliver': (payload) => deliverWebhook(services, payload),
    'svc/webhook.disabled': (payload, { lastAttempt }) => mailWebhookDisabled(services, payload, lastAttempt),
    'svc/digest.due': (payload, { lastAttempt }) => mailDigest(services, payload, lastAttempt),
    'svc/mail.test_requested': (payload, { lastAttempt }) => mailTest(services, payload, lastAttempt),
    'svc/account.link_requested': (payload, { lastAttempt }) =>
      mailAccountLink(services, payload, lastAttempt),
    'svc/account.secured': (payload, { lastAttempt }) => mailAccountSecured(services, payload, lastAttempt),
    'svc/organization.member_invited': (payload, { lastAttempt }) =>
      mailInvitation(services, payload, lastAttempt),
  };
}
