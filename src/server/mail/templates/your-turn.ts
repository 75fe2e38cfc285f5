import { m } from '#i18n/compiled/messages.js';
import type { RenderedMail } from '../layout.ts';
import { formatPhrase } from '../phrase.ts';
import { layOutRequest, getOwnSubject, type SignatureRequestFacts } from './signature-request.ts';

export type YourTurnFacts = SignatureRequestFacts;

/** Renders the email to a later signer when everyone before them has signed. */
export function render(facts: YourTurnFacts): RenderedMail {
  const { language, senderName: sender, documentName: document } = facts;
  return layOutRequest(facts, {
    subject: getOwnSubject(facts) ?? formatPhrase(m.mail_turn_subject, { document }, language),
    preheader: m.mail_turn_preheader({}, { locale: language }),
    heading: m.mail_turn_heading({}, { locale: language }),
    text: formatPhrase(m.mail_turn_text, { sender, document }, language),
  });
}
