import type { Message } from '#domain/envelope/message.ts';
import type { Timestamp } from '#domain/timestamp.ts';
import { m } from '#i18n/compiled/messages.js';
import type { MailBlock, Phrase } from '../content.ts';
import { documentRows, greeting, namedAsSigner, type EnvelopeMailFacts } from '../facts.ts';
import { layOut, type RenderedMail } from '../layout.ts';
import { phrase } from '../phrase.ts';
import { instant } from '../wording.ts';

export interface SignatureRequestFacts extends EnvelopeMailFacts {
  /** The signer's personal link. */
  readonly link: string;
  readonly expiresAt: Timestamp | null;
  /** The sender's message to everyone. */
  readonly message: Message | null;
  /** The sender's note to this signer alone. */
  readonly note: string | null;
}

/** To the first signer, when an envelope is sent. */
export function render(facts: SignatureRequestFacts): RenderedMail {
  const { language, senderName: sender, documentName: document } = facts;
  const locale = { locale: language };
  return layOut({
    branding: facts.branding,
    language,
    subject: ownSubject(facts) ?? phrase(m.mail_request_subject, { sender, document }, language),
    preheader: [m.mail_no_account({}, locale)],
    heading: m.mail_request_heading({}, locale),
    blocks: [
      { kind: 'paragraph', text: greeting(facts) },
      { kind: 'paragraph', text: phrase(m.mail_request_text, { sender, document }, language) },
      ...signingBlocks(facts),
    ],
    reason: namedAsSigner(facts),
  });
}

/** Returns the messages, facts, button and link warning, the same in every request to sign. */
export function signingBlocks(facts: SignatureRequestFacts): MailBlock[] {
  const { expiresAt, language } = facts;
  const locale = { locale: language };
  const label = m.mail_row_sign_until({}, locale);
  const until = expiresAt === null ? [] : [{ label, value: [instant(expiresAt, language)] }];
  return [
    ...quotedMessages(facts),
    { kind: 'details', rows: [...documentRows(facts), ...until] },
    { kind: 'action', label: m.mail_action_sign({}, locale), url: facts.link },
    { kind: 'paragraph', text: [m.mail_link_is_yours({}, locale)] },
  ];
}

/** Returns the sender's own subject, which replaces ours when someone is first asked to sign. */
export function ownSubject({ message }: SignatureRequestFacts): Phrase | null {
  return message?.subject == null ? null : [{ given: message.subject }];
}

function quotedMessages({ senderName: sender, message, note, language }: SignatureRequestFacts): MailBlock[] {
  return [
    { caption: m.mail_message_from, text: message?.body },
    { caption: m.mail_note_from, text: note },
  ].flatMap(({ caption, text }) => {
    if (text == null || text.trim() === '') return [];
    return { kind: 'quote', caption: phrase(caption, { sender }, language), text };
  });
}
