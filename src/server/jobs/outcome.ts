import type { EffectPayloads } from '#domain/effects.ts';
import { documentOf } from '#domain/envelope/graph.ts';
import { LIMITS } from '#domain/limits.ts';
import type { EventPayloads } from '#domain/event/catalogue.ts';
import { readEvents } from '#server/db/envelopes.ts';
import { within } from '#server/db/transaction.ts';
import { signingLink } from '#server/link.ts';
import { MAIL_TEMPLATES } from '#server/mail/templates.ts';
import type { World } from '#server/world.ts';
import { commonFacts, deliver, readMailSubject, recipientOf } from './mail.ts';

type Payload = EffectPayloads['svc/envelope.sealed' | 'svc/envelope.declined' | 'svc/envelope.voided'];

/** Mails one recipient that the sealed document is there, with a link to it. */
export async function mailCompleted(world: World, payload: Payload): Promise<void> {
  const subject = await readMailSubject(world, payload);
  const recipient = subject === null ? null : recipientOf(subject, payload.recipient);
  if (subject === null || recipient === null) return;
  const { graph } = subject;
  const { participant, mailbox, role } = recipient;
  const link =
    participant === null
      ? `${world.config.http.origin}/envelopes/${graph.envelope.id}`
      : signingLink(world, graph.envelope, participant, 'copy');
  const expires = new Date(world.clock().getTime() + LIMITS.signerTokenAfterCompletionMs).toISOString();
  const rendered = MAIL_TEMPLATES.completed({
    ...commonFacts(subject, mailbox),
    recipientRole: role,
    link,
    linkExpiresAt: participant === null ? null : expires,
    documentSha256: documentOf(graph, 'sealed')?.sha256 ?? null,
  });
  await deliver(world, subject, {
    to: mailbox,
    rendered,
    identifier: `${payload.envelopeId}.completed.${payload.recipient}`,
  });
}

/** Mails one recipient that a signer declined, and why. */
export async function mailDeclined(world: World, payload: Payload): Promise<void> {
  const subject = await readMailSubject(world, payload);
  const recipient = subject === null ? null : recipientOf(subject, payload.recipient);
  const decliner = subject?.graph.participants.find(({ status }) => status === 'declined');
  if (subject === null || recipient === null || decliner === undefined) return;
  const rendered = MAIL_TEMPLATES.declined({
    ...commonFacts(subject, recipient.mailbox),
    recipientRole: recipient.role,
    who: decliner.name,
    reason: decliner.declineReason,
  });
  const identifier = `${payload.envelopeId}.declined.${payload.recipient}`;
  await deliver(world, subject, { to: recipient.mailbox, rendered, identifier });
}

/** Mails one recipient that the sender voided the envelope, and why. */
export async function mailVoided(world: World, payload: Payload): Promise<void> {
  const subject = await readMailSubject(world, payload);
  const recipient = subject === null ? null : recipientOf(subject, payload.recipient);
  if (subject === null || recipient === null) return;
  const rendered = MAIL_TEMPLATES.voided({
    ...commonFacts(subject, recipient.mailbox),
    recipientRole: recipient.role,
    reason: await voidReason(world, payload),
  });
  const identifier = `${payload.envelopeId}.voided.${payload.recipient}`;
  await deliver(world, subject, { to: recipient.mailbox, rendered, identifier });
}

async function voidReason(world: World, { organizationId, envelopeId }: Payload): Promise<string | null> {
  const events = await within(world.db, { organizationId }, (tx) =>
    readEvents(tx, organizationId, envelopeId),
  );
  const payload = events?.find(({ action }) => action === 'envelope.voided')?.payload;
  return (payload as EventPayloads['envelope.voided'] | null | undefined)?.reason ?? null;
}
