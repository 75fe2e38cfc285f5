import type { Message } from '#domain/envelope/message.ts';
import type { ParticipantRole } from '#domain/envelope/status.ts';
import type { Timestamp } from '#domain/timestamp.ts';
import { m } from '#i18n/compiled/messages.js';
import type { MailBlock, Phrase } from '../content.ts';
import { buildFileList, formatGreeting, explainRequest, type EnvelopeMailFacts } from '../facts.ts';
import { layOut, type RenderedMail } from '../layout.ts';
import { formatPhrase } from '../phrase.ts';
import { formatInstant } from '../wording.ts';

export interface SignatureRequestFacts extends EnvelopeMailFacts {
  /** The signer's personal link. */
  readonly link: string;
  /** Whether the recipient is asked to sign or to approve. */
  readonly role: ParticipantRole;
  readonly expiresAt: Timestamp | null;
  /** The sender's message to everyone. */
  readonly message: Message | null;
  /** The sender's note to this signer alone. */
  readonly note: string | null;
}

const FIRST = {
  signer: { subject: m.mail_request_subject, heading: m.landing_invites },
  approver: { subject: m.mail_approve_subject, heading: m.landing_invites_approve },
} as const;

/** Renders the email to the first signers when an envelope is sent. */
export function render(facts: SignatureRequestFacts): RenderedMail {
  const { branding, language, senderName: sender, documentName: document } = facts;
  const words = FIRST[facts.role];
  return layOut({
    branding,
    language,
    subject: getOwnSubject(facts) ?? formatPhrase(words.subject, { sender, document }, language),
    preheader: [m.mail_no_account({}, { locale: language })],
    heading: formatPhrase(words.heading, { sender }, language),
    blocks: [
      ...buildSigningBlocks(facts),
      { kind: 'note', text: [m.mail_free_choice({}, { locale: language })] },
    ],
    reason: explainRequest(facts),
  });
}

type Request = {
  readonly subject: Phrase;
  /** The subject for approvers. Defaults to the subject of a first request. */
  readonly approvalSubject?: Phrase;
  readonly preheader: string;
  readonly heading: string;
  readonly text: Phrase;
};

/**
 * Lays out an email that asks someone to sign. An approver is asked to approve instead. Only the subject
 * differs; the rest of the words are the same.
 */
export function layOutRequest(facts: SignatureRequestFacts, words: Request): RenderedMail {
  const { branding, language } = facts;
  const { subject, preheader, heading, text } =
    facts.role === 'approver' ? buildApprovalRequest(facts, words) : words;
  return layOut({
    branding,
    language,
    subject,
    preheader: [preheader],
    heading,
    blocks: [
      { kind: 'paragraph', text: formatGreeting(facts) },
      { kind: 'paragraph', text },
      ...buildSigningBlocks(facts),
    ],
    reason: explainRequest(facts),
  });
}

function buildApprovalRequest(facts: SignatureRequestFacts, { approvalSubject }: Request): Request {
  const { language, senderName: sender, documentName: document } = facts;
  return {
    subject:
      approvalSubject ??
      getOwnSubject(facts) ??
      formatPhrase(m.mail_approve_subject, { sender, document }, language),
    preheader: m.mail_no_account({}, { locale: language }),
    heading: m.mail_approve_heading({}, { locale: language }),
    text: formatPhrase(m.mail_approve_text, { sender, document }, language),
  };
}

function getActionLabel({ role, language }: SignatureRequestFacts): string {
  return (role === 'approver' ? m.mail_action_approve : m.mail_action_sign)({}, { locale: language });
}

/**
 * Returns the blocks that are the same in every request to sign: files, messages, button, deadline and link
 * warning.
 */
export function buildSigningBlocks(facts: SignatureRequestFacts): MailBlock[] {
  const { expiresAt, language } = facts;
  const isApprover = facts.role === 'approver';
  const until = isApprover ? m.mail_approve_until : m.mail_sign_until;
  const warning = isApprover ? m.mail_link_is_yours_approver : m.mail_link_is_yours;
  const notes = [
    ...(expiresAt === null ? [] : [until({ date: formatInstant(expiresAt, facts) }, { locale: language })]),
    warning({}, { locale: language }),
  ];
  return [
    buildFileList(facts),
    ...quoteMessages(facts),
    { kind: 'action', label: getActionLabel(facts), url: facts.link },
    ...notes.map((text): MailBlock => ({ kind: 'note', text: [text] })),
  ];
}

/** Returns the sender's own subject. It replaces the default subject when someone is first asked to sign. */
export function getOwnSubject({ message }: SignatureRequestFacts): Phrase | null {
  return message?.subject == null ? null : [{ given: message.subject }];
}

/** Quotes the sender's messages. */
export function quoteMessages({
  senderName: sender,
  message,
  note,
  language,
}: Pick<SignatureRequestFacts, 'senderName' | 'message' | 'note' | 'language'>): MailBlock[] {
  return [
    { caption: m.mail_message_from, text: message?.body },
    { caption: m.mail_note_from, text: note },
  ].flatMap(({ caption, text }) => {
    if (text == null || text.trim() === '') return [];
    return { kind: 'quote', caption: formatPhrase(caption, { sender }, language), text };
  });
}
