import type { Message } from '#domain/envelope/message.ts';
import { m } from '#i18n/compiled/messages.js';
import {
  buildDocumentRows,
  formatGreeting,
  explainParticipation,
  type OutcomeMailFacts,
} from '../../facts.ts';
import { layOut, type RenderedMail } from '../../layout.ts';
import { formatPhrase } from '../../phrase.ts';
import { quoteMessages } from '../signature-request.ts';

export interface CopyFacts extends OutcomeMailFacts {
  /** The recipient's own page for reading the document. */
  readonly link: string;
  /** The sender's message to everyone. */
  readonly message: Message | null;
}

/** Renders the email to people who get a copy without acting when an envelope is sent. */
export function render(facts: CopyFacts): RenderedMail {
  const { language, senderName: sender, documentName: document } = facts;
  const locale = { locale: language };
  return layOut({
    branding: facts.branding,
    language,
    subject: formatPhrase(m.mail_copy_subject, { sender, document }, language),
    preheader: [m.mail_voided_preheader({}, locale)],
    heading: m.mail_copy_heading({}, locale),
    blocks: [
      { kind: 'paragraph', text: formatGreeting(facts) },
      { kind: 'paragraph', text: formatPhrase(m.mail_copy_text, { sender, document }, language) },
      ...quoteMessages({ ...facts, note: null }),
      { kind: 'details', rows: buildDocumentRows(facts) },
      { kind: 'action', label: m.mail_action_read({}, locale), url: facts.link },
    ],
    reason: explainParticipation(facts),
  });
}
