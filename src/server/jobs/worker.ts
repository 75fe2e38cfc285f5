import type { Handlers } from '#server/queue.ts';
import type { World } from '#server/world.ts';
import { mailAccountLink, mailAccountSecured, mailInvitation, mailTest } from './account.ts';
import { mailCompleted, mailDeclined, mailExpired, mailExpiring, mailVoided } from './outcome.ts';
import { sealEnvelope } from './seal-envelope.ts';
import { readDocument } from './read-document.ts';
import { deliverWebhook } from './deliver-webhook.ts';
import { sendBulk } from './send-bulk.ts';
import { mailSigningLink, SIGNING_OCCASIONS } from './signing-request.ts';
import { mailWebhookDisabled } from './webhook-disabled.ts';

/** What each effect does: the one table of jobs. */
export function handlersOf(world: World): Handlers {
  const { sent, turn, reissued, extended, reminder } = SIGNING_OCCASIONS;
  return {
    'svc/document.received': (payload, { lastAttempt }) => readDocument(world, payload, lastAttempt),
    'svc/envelope.sent': (payload, { lastAttempt }) => mailSigningLink(world, payload, sent, lastAttempt),
    'svc/participant.link_issued': (payload, { lastAttempt }) =>
      mailSigningLink(world, payload, turn, lastAttempt),
    'svc/participant.link_reissued': (payload, { lastAttempt }) =>
      mailSigningLink(world, payload, reissued, lastAttempt),
    'svc/participant.reminder_sent': (payload, { lastAttempt }) =>
      mailSigningLink(world, payload, reminder, lastAttempt),
    'svc/envelope.expiry_extended': (payload, { lastAttempt }) =>
      mailSigningLink(world, payload, extended, lastAttempt),
    'svc/envelope.completed': (payload) => sealEnvelope(world, payload),
    'svc/envelope.sealed': (payload, { lastAttempt }) => mailCompleted(world, payload, lastAttempt),
    'svc/envelope.expiring': (payload, { lastAttempt }) => mailExpiring(world, payload, lastAttempt),
    'svc/envelope.expired': (payload, { lastAttempt }) => mailExpired(world, payload, lastAttempt),
    'svc/envelope.declined': (payload, { lastAttempt }) => mailDeclined(world, payload, lastAttempt),
    'svc/bulk_send.started': (payload) => sendBulk(world, payload),
    'svc/envelope.voided': (payload, { lastAttempt }) => mailVoided(world, payload, lastAttempt),
    'svc/webhook.deliver': (payload) => deliverWebhook(world, payload),
    'svc/webhook.disabled': (payload, { lastAttempt }) => mailWebhookDisabled(world, payload, lastAttempt),
    'svc/mail.test_requested': (payload, { lastAttempt }) => mailTest(world, payload, lastAttempt),
    'svc/account.link_requested': (payload, { lastAttempt }) => mailAccountLink(world, payload, lastAttempt),
    'svc/account.secured': (payload, { lastAttempt }) => mailAccountSecured(world, payload, lastAttempt),
    'svc/organization.member_invited': (payload, { lastAttempt }) =>
      mailInvitation(world, payload, lastAttempt),
  };
}
