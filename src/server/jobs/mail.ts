import { chooseReplyTo, chooseSenderName } from '#domain/organization/mail-identity.ts';
import { DEFAULT_LANGUAGE, type Language } from '#domain/language.ts';
import type { SenderEmail } from '#domain/account/sender-emails.ts';
import type { RecipientId } from '#domain/effects.ts';
import type { EnvelopeGraph, Participant } from '#domain/envelope/graph.ts';
import { buildBranding, type ShownBranding } from '#server/organizations/branding.ts';
import { readGraph } from '#server/db/envelopes/envelopes.ts';
import { readOrganization, type Organization } from '#server/db/organizations/organizations.ts';
import { readSenderMuted } from '#server/db/accounts/notifications.ts';
import { readUser } from '#server/db/accounts/users.ts';
import { readTransaction } from '#server/db/client/transaction.ts';
import type { OutcomeFacts } from '#server/mail/templates/outcomes.ts';
import {
  formatMessageId,
  buildSenderMailbox,
  getOwnMailbox,
  type Mailbox,
  type MailFile,
} from '#server/mail/message.ts';
import type { RenderedMail } from '#server/mail/layout.ts';
import type { MailVerdict } from '#server/mail/transport.ts';
import type { Services } from '#server/runtime/services.ts';

export type MailSubject = {
  readonly graph: EnvelopeGraph;
  readonly organization: Organization;
  readonly branding: ShownBranding;
  readonly senderLanguage: Language;
  /** Null if the time zone is unknown. */
  readonly senderTimeZone: string | null;
  /** Where the sender gets emails; null if they may no longer see the envelope. */
  readonly senderAddress: string | null;
  /** The emails about their envelopes that the sender has turned off. */
  readonly senderMuted: readonly SenderEmail[];
};

export type OutgoingMail = {
  readonly to: Mailbox;
  readonly rendered: RenderedMail;
  /** Identifies the email permanently, so that duplicates are recognizable. */
  readonly identifier: string;
  /** Whether the queue gives up if this attempt fails. */
  readonly lastAttempt: boolean;
  /** Whether the email contains a code that proves control of the recipient's mailbox. */
  readonly isCode?: boolean;
  readonly files?: readonly MailFile[];
  /** Identifies the email that this one answers, so that mail programs show both in one thread. */
  readonly thread?: string;
  /** The participant who receives the email; absent for the sender. */
  readonly participant?: Pick<Participant, 'id'>;
};

/** Thrown when an email wasn't accepted. `permanent` means that retrying is pointless. */
export class MailFailure extends Error {
  override readonly name = 'MailFailure';
  readonly permanent: boolean;
  readonly response: string;
  /** The queue stores it, so that such jobs are due again once the server is back. */
  readonly serverAway: boolean;

  constructor(identifier: string, verdict: Extract<MailVerdict, { readonly accepted: false }>) {
    super(`email ${identifier} was not accepted: ${verdict.response}`);
    this.permanent = verdict.permanent;
    this.response = verdict.response;
    this.serverAway = verdict.serverAway === true;
  }
}

/** Loads the subject of an email. Returns null if the envelope is gone. */
export async function readMailSubject(
  services: Pick<Services, 'db' | 'config'>,
  { organizationId, envelopeId }: { readonly organizationId: string; readonly envelopeId: string },
): Promise<MailSubject | null> {
  const subject = await readTransaction(services.db, { organizationId }, async (tx) => {
    const [graph, organization] = await Promise.all([
      readGraph(tx, organizationId, envelopeId),
      readOrganization(tx, organizationId),
    ]);
    if (graph === null) return null;
    const { senderUserId, teamId } = graph.envelope;
    const muted =
      senderUserId === null ? [] : await readSenderMuted(tx, { organizationId, teamId }, senderUserId);
    return { graph, organization, branding: buildBranding(services, organization), muted };
  });
  if (subject === null) return null;
  const { muted, ...about } = subject;
  const { senderUserId, senderEmail } = about.graph.envelope;
  const sender = senderUserId === null ? null : await readUser(services.db.drizzle, senderUserId);
  return {
    ...about,
    // Their address may have changed since they made the envelope, and the earlier one may be somebody else's now.
    senderAddress: muted === null ? null : (sender?.email ?? senderEmail),
    senderMuted: muted ?? [],
    senderLanguage: sender?.locale ?? DEFAULT_LANGUAGE,
    senderTimeZone: sender?.timeZone ?? null,
  };
}

/** Checks whether an email goes to the sender and is of a kind that the sender turned off. */
export function isMuted({ senderMuted }: MailSubject, recipient: RecipientId, kind: SenderEmail): boolean {
  return recipient === 'sender' && senderMuted.includes(kind);
}

/**
 * Returns a recipient's mailbox and role; null if there is no such participant, or a sender who may no longer see
 * the envelope.
 */
export function findMailRecipient(
  { graph, senderAddress, senderLanguage }: MailSubject,
  recipient: RecipientId,
): {
  readonly mailbox: Mailbox;
  readonly role: OutcomeFacts['recipientRole'];
  readonly language: Language;
  readonly participant: Participant | null;
} | null {
  if (recipient === 'sender') {
    if (senderAddress === null) return null;
    return {
      mailbox: { name: graph.envelope.senderName, email: senderAddress },
      role: 'sender',
      language: senderLanguage,
      participant: null,
    };
  }
  const participant = graph.participants.find(({ id }) => id === recipient);
  const copy = graph.copies.find(({ id }) => id === recipient);
  if (copy !== undefined)
    return {
      mailbox: { name: copy.name, email: copy.email },
      role: 'copy',
      language: copy.language ?? DEFAULT_LANGUAGE,
      participant: null,
    };
  if (participant === undefined) return null;
  return {
    mailbox: { name: participant.name, email: participant.email },
    role: participant.role,
    language: participant.language ?? DEFAULT_LANGUAGE,
    participant,
  };
}

/** Sends an email. Throws MailFailure if it wasn't accepted. */
export async function deliver(
  services: Pick<Services, 'config' | 'mail'>,
  { graph, organization }: MailSubject,
  mail: OutgoingMail,
): Promise<void> {
  const own = getOwnMailbox(services.config.mail);
  const { envelope } = graph;
  const verdict = await services.mail.send({
    organizationId: envelope.organizationId,
    to: mail.to,
    from: buildSenderMailbox(chooseSenderName(organization.mail, envelope), own),
    replyTo: chooseReplyTo(organization.mail, envelope),
    ...mail.rendered,
    messageId: formatMessageId(mail.identifier, own),
    record: {
      about: 'envelope',
      envelopeId: envelope.id,
      participantId: mail.participant?.id ?? null,
      lastAttempt: mail.lastAttempt,
    },
    isCode: mail.isCode === true,
    ...(mail.files === undefined ? {} : { files: mail.files }),
    headers:
      mail.thread === undefined || mail.thread === mail.identifier
        ? {}
        : buildThreadHeaders(mail.thread, own),
  });
  if (!verdict.accepted) throw new MailFailure(mail.identifier, verdict);
}

/** Returns the header fields of an answer (RFC 5322 section 3.6.4). */
function buildThreadHeaders(identifier: string, own: Mailbox): Record<string, string> {
  const messageId = formatMessageId(identifier, own);
  return { 'In-Reply-To': messageId, References: messageId };
}
