import { chooseMessage } from '#domain/organization/mail-identity.ts';
import type { EffectPayloads } from '#domain/effects.ts';
import { hasExpired } from '#domain/envelope/lifecycle.ts';
import type { EventPayloads } from '#domain/event/catalogue.ts';
import { readEvents } from '#server/db/envelopes/envelopes.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { createSigningLink } from '#server/envelopes/signer-link.ts';
import { MAIL_TEMPLATES } from '#server/mail/templates.ts';
import type { Services } from '#server/runtime/services.ts';
import { deliverOrLog } from './deliver-or-log.ts';
import { deliverToSigner } from './deliver-to-signer.ts';
import { buildCommonFacts } from '#server/envelopes/request-mail.ts';
import { isMuted, readMailSubject, findMailRecipient } from './mail.ts';

type Payload = EffectPayloads['svc/participant.delegated'];

/**
 * Emails a person who was asked to take over someone's link, or tells the sender. The person gets no email if
 * the link was replaced, they have already acted, or the envelope has ended.
 */
export async function sendDelegatedEmail(
  services: Services,
  payload: Payload,
  lastAttempt: boolean,
): Promise<void> {
  const [subject, event] = await Promise.all([
    readMailSubject(services, payload),
    readDelegation(services, payload),
  ]);
  const recipient = subject === null ? null : findMailRecipient(subject, payload.recipient);
  if (subject === null || recipient === null || event === null) return;
  if (isMuted(subject, payload.recipient, 'delegated')) return;
  const { mailbox: to, language, participant } = recipient;
  const { envelope } = subject.graph;
  const facts = {
    ...buildCommonFacts(subject, participant ?? to, language),
    who: event.before.name,
    reason: event.reason,
  };
  const identifier = `${payload.participantId}.delegated-${payload.epoch}.${payload.recipient}`;
  if (participant === null) {
    const link = `${services.config.http.origin}/envelopes/${envelope.id}`;
    const other = `${event.after.name} (${event.after.email})`;
    const rendered = MAIL_TEMPLATES.delegation({
      ...facts,
      recipientRole: 'sender',
      hasApprovers: subject.graph.participants.some(({ role }) => role === 'approver'),
      other,
      link,
    });
    await deliverOrLog(services, subject, { to, rendered, identifier, lastAttempt });
    return;
  }
  if (envelope.status !== 'in_progress' || hasExpired(envelope, services.clock().toISOString())) return;
  if (participant.linkEpoch !== payload.epoch || participant.status !== 'pending') return;
  const rendered = MAIL_TEMPLATES.delegated({
    ...facts,
    link: createSigningLink(services, envelope, participant, 'sign'),
    expiresAt: envelope.expiresAt,
    role: participant.role,
    message: chooseMessage(subject.organization.mail, envelope.message),
    note: participant.message,
    versionNumber: envelope.versionNumber,
  });
  await deliverToSigner(services, subject, { to, rendered, identifier, participant, lastAttempt });
}

async function readDelegation(
  services: Services,
  { organizationId, envelopeId, participantId, epoch }: Payload,
): Promise<EventPayloads['participant.delegated'] | null> {
  const events = await transaction(services.db, { organizationId }, (tx) =>
    readEvents(tx, organizationId, envelopeId),
  );
  const found = events?.find(
    ({ action, payload }) =>
      action === 'participant.delegated' &&
      payload?.['participantId'] === participantId &&
      payload['epoch'] === epoch,
  );
  return (found?.payload ?? null) as EventPayloads['participant.delegated'] | null;
}
