import type { Message } from '#domain/envelope/message.ts';
import { m } from '#i18n/compiled/messages.js';
import { documentRows, greeting, tookPart, type OutcomeMailFacts } from '../../facts.ts';
import { layOut, type RenderedMail } from '../../layout.ts';
import { phrase } from '../../phrase.ts';
import { quotedMessages } from '../signature-request.ts';

export interface CopyFacts extends OutcomeMailFacts {
  /** The recipient's own page for reading the document. */
  readonly link: string;
  /** The sender's message to everyone. */
  readonly message: Message | null;
}

/** To people who get a copy without acting, when an envelope is sent. */
export function render(facts: CopyFacts): RenderedMail {
  const { language, senderName: sender, documentName: document } = facts;
  const locale = { locale: language };
  return layOut({
    branding: facts.branding,
    language,
    subject: phrase(m.mail_copy_subject, { sender, document }, language),
    preheader: [m.mail_voided_preheader({}, locale)],
    heading: m.mail_copy_heading({}, locale),
    blocks: [
      { kind: 'paragraph', text: greeting(facts) },
      { kind: 'paragraph', text: phrase(m.mail_copy_text, { sender, document }, language) },
      ...quotedMessages({ ...facts, note: null }),
      { kind: 'details', rows: documentRows(facts) },
      { kind: 'action', label: m.mail_action_read({}, locale), url: facts.link },
    ],
    reason: tookPart(facts),
  });
}
