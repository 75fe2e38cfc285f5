import { domainToASCII } from 'node:url';
import { isMailAddress } from '#domain/mail-address.ts';
import type { MailSubjectKind } from '#domain/mail-delivery.ts';
import { toPrintable } from '#domain/text.ts';
import { shortenText } from './wording.ts';

/** A person or program with an email address. */
export interface Mailbox {
  readonly name: string;
  readonly email: string;
}

/**
 * What a delivery record stores about an email: how to send it again, and whether this was the queue's last
 * attempt.
 */
export type MailRecord = { readonly lastAttempt: boolean } & (
  | { readonly about: 'envelope'; readonly envelopeId: string; readonly participantId: string | null }
  | { readonly about: 'invitation'; readonly invitationId: string }
  | { readonly about: Exclude<MailSubjectKind, 'envelope' | 'invitation'> }
);

/** A file that comes with an email. */
export interface MailFile {
  readonly filename: string;
  readonly contentType: string;
  readonly content: Uint8Array;
}

/** An email to one recipient. */
export interface MailMessage {
  /** The organization whose outbox shows the email, if any. Not sent. */
  readonly organizationId: string | null;
  readonly to: Mailbox;
  readonly from: Mailbox;
  readonly replyTo: Mailbox | null;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /**
   * The Message-ID in angle brackets, from {@link formatMessageId}. It lets mailboxes recognize an email that
   * is sent twice.
   */
  readonly messageId: string;
  /** Stored with the outcome of sending. Without it, no outcome is recorded. Not sent. */
  readonly record?: MailRecord;
  /** Whether the email contains a code that proves control of the recipient's mailbox. Not sent. */
  readonly isCode?: boolean;
  /** Sent along, but not kept by the outbox. */
  readonly files?: readonly MailFile[];
  /** More header fields by name; values are cleaned like the subject. */
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Returns the Message-ID (RFC 5322 section 3.6.4) for one of our identifiers, in the domain of the From
 * address.
 */
export function formatMessageId(identifier: string, from: Mailbox): string {
  if (!/^[A-Za-z0-9._-]+$/.test(identifier)) throw new TypeError('identifier is not valid in a Message-ID');
  return `<${identifier}@${domainToASCII(getEmailDomain(from.email)) || 'localhost'}>`;
}

/** Parses `Name <address>` or a bare address; null if the address is invalid. */
export function parseMailbox(text: string): Mailbox | null {
  const [, quoted = '', bracketed] = /^\s*([^<>]*?)\s*<([^<>]*)>\s*$/u.exec(text) ?? [];
  const email = (bracketed ?? text).trim();
  const name = toPrintable(quoted.replace(/^"(.*)"$/su, '$1').replaceAll(/\\(.)/gsu, '$1'));
  return isMailAddress(email) ? { name, email } : null;
}

/** Returns the service's own mailbox. Throws if MAIL_FROM is not a mailbox. */
export function getOwnMailbox({ from }: { readonly from: string }): Mailbox {
  const own = parseMailbox(from);
  if (own === null) throw new Error(`MAIL_FROM is not a mailbox: ${from}`);
  return own;
}

/**
 * Returns the From mailbox of a sender's emails: the service's address, with the names of both the sender and
 * the service.
 */
export function buildSenderMailbox(senderName: string, service: Mailbox): Mailbox {
  const sender = shortenText(toPrintable(senderName), 60);
  const own = toPrintable(service.name);
  return { name: sender && own ? `${sender} via ${own}` : sender || own, email: service.email };
}

/**
 * Reduces every name, the subject and the headers to one printable line of limited length. Throws TypeError
 * for a malformed header name or Message-ID, which no user can cause.
 */
export function cleanMessage(message: MailMessage): MailMessage {
  if (!MESSAGE_ID.test(message.messageId)) throw new TypeError('invalid Message-ID');
  return {
    ...message,
    to: cleanMailbox(message.to),
    from: cleanMailbox(message.from),
    replyTo: message.replyTo && cleanMailbox(message.replyTo),
    subject: toPrintableLine(message.subject, SUBJECT_LENGTH),
    headers: Object.fromEntries(
      Object.entries(message.headers).map(([name, value]) => [
        requireHeaderName(name),
        toPrintableLine(value, HEADER_LENGTH),
      ]),
    ),
  };
}

const NAME_LENGTH = 120;
const SUBJECT_LENGTH = 200;
const HEADER_LENGTH = 500;

const MESSAGE_ID = /^<[A-Za-z0-9._-]+@[A-Za-z0-9.-]+>$/;

function getEmailDomain(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1);
}

function cleanMailbox({ name, email }: Mailbox): Mailbox {
  return { name: toPrintableLine(name, NAME_LENGTH), email };
}

function requireHeaderName(name: string): string {
  if (!/^[A-Za-z][A-Za-z0-9-]*$/.test(name)) throw new TypeError('invalid header field name');
  return name;
}

function toPrintableLine(text: string, length: number): string {
  return shortenText(toPrintable(text), length);
}
