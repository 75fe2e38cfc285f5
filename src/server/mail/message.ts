import { domainToASCII } from 'node:url';
import { isMailAddress } from '#domain/mail-address.ts';
import type { MailSubjectKind } from '#domain/mail-delivery.ts';
import { printable } from '#domain/text.ts';
import { shortened } from './wording.ts';

/** A person or program with a mail address. */
export interface Mailbox {
  readonly name: string;
  readonly email: string;
}

/** What a delivery record keeps of an email: how to send it again, and whether the queue still retries. */
export type MailRecord = { readonly lastAttempt: boolean } & (
  | { readonly about: 'envelope'; readonly envelopeId: string; readonly participantId: string | null }
  | { readonly about: 'invitation'; readonly invitationId: string }
  | { readonly about: Exclude<MailSubjectKind, 'envelope' | 'invitation'> }
);

/** An email to one recipient. */
export interface MailMessage {
  /** Whose mail it is: the outbox shows it to this organization, if there is one. It is no part of what is sent. */
  readonly organizationId: string | null;
  readonly to: Mailbox;
  readonly from: Mailbox;
  readonly replyTo: Mailbox | null;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** With angle brackets, from {@link messageId}: a mail that is sent twice is then recognisable as one. */
  readonly messageId: string;
  /** What is kept with what becomes of it; without one nothing is. It is no part of what is sent. */
  readonly record?: MailRecord;
  /** Further header fields by name; values are cleaned like the subject. */
  readonly headers: Readonly<Record<string, string>>;
}

/** The Message-ID (RFC 5322 section 3.6.4) of the mail that an identifier of ours stands for, in the domain of the From address. */
export function messageId(identifier: string, from: Mailbox): string {
  if (!/^[A-Za-z0-9._-]+$/.test(identifier)) throw new TypeError('not an identifier to make a Message-ID of');
  return `<${identifier}@${domainToASCII(domainOf(from.email)) || 'localhost'}>`;
}

/** `Name <address>` or a bare address as a mailbox; null when the address is none. */
export function parseMailbox(text: string): Mailbox | null {
  const [, quoted = '', bracketed] = /^\s*([^<>]*?)\s*<([^<>]*)>\s*$/u.exec(text) ?? [];
  const email = (bracketed ?? text).trim();
  const name = printable(quoted.replace(/^"(.*)"$/su, '$1').replaceAll(/\\(.)/gsu, '$1'));
  return isMailAddress(email) ? { name, email } : null;
}

/** The mailbox that mails of a sender come from: the service's own address, under the sender's name and the service's. */
export function onBehalfOf(senderName: string, service: Mailbox): Mailbox {
  const sender = shortened(printable(senderName), 60);
  const own = printable(service.name);
  return { name: sender && own ? `${sender} via ${own}` : sender || own, email: service.email };
}

/**
 * The message with every name, the subject and the headers reduced to one line of printable text of bounded length. Throws
 * TypeError for a header name or a Message-ID that is not well-formed, which no user of the service can cause.
 */
export function cleaned(message: MailMessage): MailMessage {
  if (!MESSAGE_ID.test(message.messageId)) throw new TypeError('not a Message-ID');
  return {
    ...message,
    to: cleanedMailbox(message.to),
    from: cleanedMailbox(message.from),
    replyTo: message.replyTo && cleanedMailbox(message.replyTo),
    subject: line(message.subject, SUBJECT_LENGTH),
    headers: Object.fromEntries(
      Object.entries(message.headers).map(([name, value]) => [headerName(name), line(value, HEADER_LENGTH)]),
    ),
  };
}

const NAME_LENGTH = 120;
const SUBJECT_LENGTH = 200;
const HEADER_LENGTH = 500;

const MESSAGE_ID = /^<[A-Za-z0-9._-]+@[A-Za-z0-9.-]+>$/;

function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1);
}

function cleanedMailbox({ name, email }: Mailbox): Mailbox {
  return { name: line(name, NAME_LENGTH), email };
}

function headerName(name: string): string {
  if (!/^[A-Za-z][A-Za-z0-9-]*$/.test(name)) throw new TypeError('not the name of a header field');
  return name;
}

function line(text: string, length: number): string {
  return shortened(printable(text), length);
}
