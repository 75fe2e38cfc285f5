import { m } from '#i18n/compiled/messages.js';
import { codeMail } from '../code-mail.ts';
import type { EnvelopeMailFacts } from '../facts.ts';
import type { RenderedMail } from '../layout.ts';
import { formatPhrase } from '../phrase.ts';

/** Renders the email to a participant who asked for the code that opens the document. */
export function render(facts: EnvelopeMailFacts & { readonly code: string }): RenderedMail {
  const { senderName: sender, senderEmail: email, language } = facts;
  return codeMail(facts, sender, formatPhrase(m.mail_why_code, { sender, email }, language));
}
