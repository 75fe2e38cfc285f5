import { isMailAddress } from '#domain/mail-address.ts';
import { toPrintable } from '#domain/text.ts';
import { createTransport } from 'nodemailer';
import { runInSpan } from '#server/tracing/span.ts';
import { cleanMessage, type Mailbox, type MailMessage } from './message.ts';
import { shortenText } from './wording.ts';

/**
 * Where emails go: to an SMTP server (`smtp:` or `smtps:` URL with credentials), or into the local outbox.
 */
export type MailSettings = { readonly kind: 'smtp'; readonly url: string } | { readonly kind: 'outbox' };

/** Stores the emails of an instance without an SMTP server, so that the dashboard can show them. */
export interface MailOutbox {
  store(message: MailMessage): Promise<void>;
}

/**
 * The outcome of sending an email. `permanent` means that the server will never accept this recipient or
 * email (RFC 5321 section 4.2.1, 5yz); otherwise, a retry is worthwhile. `serverAway` means that the server
 * couldn't be reached or refused the connection, so it said nothing about this email; null if the server
 * wasn't asked. `response` is a printable reason.
 */
export type MailVerdict =
  | { readonly accepted: true }
  | {
      readonly accepted: false;
      readonly permanent: boolean;
      readonly serverAway: boolean | null;
      readonly response: string;
    };

export interface MailTransport {
  /** Sends one email. A rejection is a result, not an exception. */
  send(message: MailMessage): Promise<MailVerdict>;
  /** Closes idle connections. Emails that are being sent are finished first. */
  close(): void;
}

/** Opens the transport that the settings name. It connects when the first email is sent. */
export function openMail(settings: MailSettings, outbox: MailOutbox): MailTransport {
  const carrier =
    settings.kind === 'smtp' ? createSmtpTransport(settings.url) : createOutboxTransport(outbox);
  return {
    async send(message) {
      const addresses = [message.to, message.from, ...(message.replyTo ? [message.replyTo] : [])];
      const wrong = addresses.find(({ email }) => !isMailAddress(email));
      if (wrong)
        return {
          accepted: false,
          permanent: true,
          serverAway: null,
          response: `invalid email address: ${toShortLine(wrong.email)}`,
        };
      return await runInSpan('send email', { kind: 'client' }, () => carrier.send(cleanMessage(message)));
    },
    close: () => carrier.close(),
  };
}

const CONNECT_TIMEOUT_MS = 15_000;
const SILENCE_TIMEOUT_MS = 60_000;

function createSmtpTransport(url: string): MailTransport {
  const smtp = createTransport({
    url,
    pool: true,
    maxConnections: 4,
    // The job queue does the retrying, with pauses in between.
    maxRequeues: 1,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SILENCE_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(message) {
      try {
        await smtp.sendMail({
          to: address(message.to),
          from: address(message.from),
          ...(message.replyTo && { replyTo: address(message.replyTo) }),
          envelope: { from: message.from.email, to: [message.to.email] },
          subject: message.subject,
          html: message.html,
          text: message.text,
          messageId: message.messageId,
          // Prevents out-of-office replies (RFC 3834 section 5).
          attachments: (message.files ?? []).map(({ content, ...file }) => ({
            ...file,
            content: Buffer.from(content.buffer, content.byteOffset, content.byteLength),
          })),
          headers: { 'Auto-Submitted': 'auto-generated', ...message.headers },
          xMailer: false,
        });
        return { accepted: true };
      } catch (error) {
        return toRefusalVerdict(error);
      }
    },
    close: () => smtp.close(),
  };
}

/** Connects and signs in to a mail server without sending anything. Throws the reason if that fails. */
export async function verifySmtp(url: string): Promise<void> {
  const timeouts = { connectionTimeout: CONNECT_TIMEOUT_MS, greetingTimeout: CONNECT_TIMEOUT_MS };
  const smtp = createTransport({ url, ...timeouts, disableFileAccess: true, disableUrlAccess: true });
  try {
    await smtp.verify();
  } finally {
    smtp.close();
  }
}

function createOutboxTransport(outbox: MailOutbox): MailTransport {
  return {
    async send(message) {
      await outbox.store(message);
      return { accepted: true };
    },
    close: () => undefined,
  };
}

function address({ name, email }: Mailbox): { name: string; address: string } {
  return { name, address: email };
}

/** Properties that nodemailer adds to errors. */
type SmtpFailure = Error & { code?: unknown; command?: unknown; responseCode?: unknown; response?: unknown };

/**
 * A refusal of one of these commands is about the recipient or the email. A refusal of any other command is
 * about this service (authentication, a block, TLS).
 */
const ABOUT_THE_MAIL = ['MAIL FROM', 'RCPT TO', 'DATA'];
/**
 * Codes 530, 534, 535 and 538 require authentication (RFC 4954 section 6), which the operator can fix before
 * a retry.
 */
const ABOUT_LOGIN = [530, 534, 535, 538];

function toRefusalVerdict(error: unknown): MailVerdict {
  if (!(error instanceof Error)) throw error;
  const { code, command, responseCode, response, message }: SmtpFailure = error;
  const status = typeof responseCode === 'number' ? responseCode : 0;
  const isAboutTheMail =
    status >= 400 &&
    !ABOUT_LOGIN.includes(status) &&
    code !== 'EAUTH' &&
    ABOUT_THE_MAIL.some((word) => word === command);
  return {
    accepted: false,
    permanent: status >= 500 && isAboutTheMail,
    serverAway: !isAboutTheMail,
    response: toShortLine(typeof response === 'string' ? response : message),
  };
}

function toShortLine(text: string): string {
  return shortenText(toPrintable(text), 500);
}
