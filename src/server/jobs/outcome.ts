import type { EffectPayloads } from '#domain/effects.ts';
import { awaitsAnswer } from '#domain/envelope/conversation.ts';
import { hasExpired } from '#domain/envelope/lifecycle.ts';
import { findDocument, type Envelope, type Participant } from '#domain/envelope/graph.ts';
import type { EventPayloads } from '#domain/event/catalogue.ts';
import type { SenderEmail } from '#domain/account/sender-emails.ts';
import { LIMITS } from '#domain/limits.ts';
import { readEvents } from '#server/db/envelopes/envelopes.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { createSigningLink } from '#server/envelopes/signer-link.ts';
import type { OutcomeFacts } from '#server/mail/templates/outcomes.ts';
import type { RenderedMail } from '#server/mail/layout.ts';
import { MAIL_TEMPLATES } from '#server/mail/templates.ts';
import type { Services } from '#server/runtime/services.ts';
import type { MailFile } from '#server/mail/message.ts';
import { readSealedFiles } from './sealed-files.ts';
import { deliverOrLog } from './deliver-or-log.ts';
import { deliverToSigner } from './deliver-to-signer.ts';
import { buildCommonFacts, listPeopleWhoActed } from '#server/envelopes/request-mail.ts';
import { isMuted, readMailSubject, findMailRecipient, type MailSubject } from './mail.ts';

type Payload = EffectPayloads['svc/envelope.sealed'];
type About = {
  readonly subject: MailSubject;
  readonly participant: Participant | null;
  readonly common: OutcomeFacts;
};

type WrittenMail = RenderedMail & { readonly files?: readonly MailFile[] };

/** Emails a recipient a link to the sealed document, and the document itself if the organization wants that. */
export async function sendCompletedEmail(
  services: Services,
  payload: Payload,
  lastAttempt: boolean,
): Promise<void> {
  await sendOutcomeEmail(services, payload, 'completed', lastAttempt, async ({ subject, ...about }) => {
    const { participant, common } = about;
    const { attached, files } = await readSealedFiles(services, subject, participant);
    const expires = new Date(services.clock().getTime() + LIMITS.signerTokenAfterCompletionMs).toISOString();
    const rendered = MAIL_TEMPLATES.completed({
      ...common,
      attached,
      people: listPeopleWhoActed(subject.graph),
      link: linkTo(services, subject, participant, 'copy'),
      linkExpiresAt: participant === null ? null : expires,
      documentSha256: findDocument(subject.graph, 'sealed')?.sha256 ?? null,
    });
    return { ...rendered, files };
  });
}

/** Warns a recipient that the envelope will expire, unless it has ended or the date has changed. */
export async function sendExpiringEmail(
  services: Services,
  payload: Payload,
  lastAttempt: boolean,
): Promise<void> {
  await sendOutcomeEmail(services, payload, 'expiring', lastAttempt, ({ subject, participant, common }) => {
    const { status, expiresAt, expiryWarnedAt } = subject.graph.envelope;
    if (status !== 'in_progress' || expiresAt === null || expiryWarnedAt === null) return null;
    if (hasExpired(subject.graph.envelope, services.clock().toISOString())) return null;
    if (participant !== null && participant.status !== 'pending') return null;
    return MAIL_TEMPLATES.expiring({
      ...common,
      expiresAt,
      link: linkTo(services, subject, participant, 'sign'),
    });
  });
}

/** Emails a recipient that the envelope has expired. */
export async function sendExpiredEmail(
  services: Services,
  payload: Payload,
  lastAttempt: boolean,
): Promise<void> {
  await sendOutcomeEmail(services, payload, 'expired', lastAttempt, ({ subject, participant, common }) =>
    MAIL_TEMPLATES.expired({
      ...common,
      envelopePage: participant === null ? buildEnvelopeUrl(services, subject) : null,
    }),
  );
}

/** Emails a recipient that a signer declined. The reason is for the sender. */
export async function sendDeclinedEmail(
  services: Services,
  payload: Payload,
  lastAttempt: boolean,
): Promise<void> {
  await sendOutcomeEmail(services, payload, 'declined', lastAttempt, ({ subject, participant, common }) => {
    const decliner = subject.graph.participants.find(({ status }) => status === 'declined');
    if (decliner === undefined) return null;
    return MAIL_TEMPLATES.declined({
      ...common,
      who: decliner.name,
      whoRole: decliner.role,
      reason: participant === null ? decliner.declineReason : null,
      envelopePage: participant === null ? buildEnvelopeUrl(services, subject) : null,
    });
  });
}

/** Emails a recipient that the sender voided the envelope, and why. */
export async function sendVoidedEmail(
  services: Services,
  payload: Payload,
  lastAttempt: boolean,
): Promise<void> {
  const reason = await readVoidReason(services, payload);
  await sendOutcomeEmail(services, payload, 'voided', lastAttempt, ({ common }) =>
    MAIL_TEMPLATES.voided({ ...common, reason }),
  );
}

/** Emails a recipient that a new version has replaced the envelope. */
export async function sendReplacedEmail(
  services: Services,
  payload: EffectPayloads['svc/envelope.replaced'],
  lastAttempt: boolean,
): Promise<void> {
  await sendOutcomeEmail(services, payload, 'replaced', lastAttempt, ({ participant, common }) =>
    MAIL_TEMPLATES.replaced({
      ...common,
      isAskedAgain: payload.isAskedAgain,
      hasActed: participant?.status === 'signed',
    }),
  );
}

/**
 * Emails a recipient what the other side wrote in a thread. Nobody is emailed about a thread that is gone, and no
 * participant who has acted since.
 */
export async function sendThreadEmail(
  services: Services,
  payload: EffectPayloads['svc/thread.message_written'],
  lastAttempt: boolean,
): Promise<void> {
  const render = ({ subject, participant, common }: About) => {
    const thread = subject.graph.threads.find(({ id }) => id === payload.threadId);
    const message = thread?.messages.find(({ id }) => id === payload.messageId);
    if (thread === undefined || message === undefined) return null;
    if (subject.graph.envelope.status !== 'in_progress') return null;
    if (participant !== null && !awaitsAnswer(thread, participant)) return null;
    const facts = {
      ...common,
      who: message.author.name,
      kind: thread.kind,
      text: message.text,
      quote: thread.quote,
      proposal: thread.proposal,
      link: linkTo(services, subject, participant, 'sign'),
    };
    return participant === null ? MAIL_TEMPLATES.question(facts) : MAIL_TEMPLATES.answer(facts);
  };
  await sendOutcomeEmail(services, payload, 'question', lastAttempt, render, payload.messageId);
}

/** Returns the key of an expiry warning. Each expiration date has its own warning. */
function getExpiryWarningKey({ expiresAt }: Envelope): string {
  return expiresAt === null ? 'expiring' : `expiring-${Date.parse(expiresAt)}`;
}

async function sendOutcomeEmail(
  services: Services,
  payload: Payload,
  outcome: SenderEmail | 'voided' | 'replaced',
  lastAttempt: boolean,
  render: (about: About) => WrittenMail | null | Promise<WrittenMail | null>,
  /** Tells emails of one kind apart. */
  about = outcome as string,
): Promise<void> {
  const subject = await readMailSubject(services, payload);
  const recipient = subject === null ? null : findMailRecipient(subject, payload.recipient);
  if (subject === null || recipient === null) return;
  if (outcome !== 'voided' && outcome !== 'replaced' && isMuted(subject, payload.recipient, outcome)) return;
  const { participant, mailbox: to, role, language } = recipient;
  const written = await render({
    subject,
    participant,
    common: {
      ...buildCommonFacts(subject, participant ?? to, language),
      recipientRole: role,
      hasApprovers: subject.graph.participants.some((one) => one.role === 'approver'),
    },
  });
  if (written === null) return;
  const { files = [], ...rendered } = written;
  const name = outcome === 'expiring' ? getExpiryWarningKey(subject.graph.envelope) : about;
  const identifier = `${payload.envelopeId}.${name}.${payload.recipient}`;
  const mail = { to, rendered, identifier, lastAttempt, files };
  if (participant === null) await deliverOrLog(services, subject, mail);
  else await deliverToSigner(services, subject, { ...mail, participant });
}

function linkTo(
  services: Services,
  subject: MailSubject,
  participant: Participant | null,
  purpose: 'sign' | 'copy',
): string {
  if (participant === null) return buildEnvelopeUrl(services, subject);
  return createSigningLink(services, subject.graph.envelope, participant, purpose);
}

function buildEnvelopeUrl(services: Services, { graph }: MailSubject): string {
  return `${services.config.http.origin}/envelopes/${graph.envelope.id}`;
}

async function readVoidReason(
  services: Services,
  { organizationId, envelopeId }: Payload,
): Promise<string | null> {
  const events = await transaction(services.db, { organizationId }, (tx) =>
    readEvents(tx, organizationId, envelopeId),
  );
  const payload = events?.find(({ action }) => action === 'envelope.voided')?.payload;
  return (payload as EventPayloads['envelope.voided'] | null | undefined)?.reason ?? null;
}
