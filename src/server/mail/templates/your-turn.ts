import { m } from '#i18n/compiled/messages.js';
import type { RenderedMail } from '../layout.ts';
import { phrase } from '../phrase.ts';
import { layOutRequest, ownSubject, type SignatureRequestFacts } from './signature-request.ts';

export type YourTurnFacts = SignatureRequestFacts;

/** To a later signer, when everyone before them has signed. */
export function render(facts: YourTurnFacts): RenderedMail {
  const { language, senderName: sender, documentName: document } = facts;
  return layOutRequest(facts, {
    subject: ownSubject(facts) ?? phrase(m.mail_turn_subject, { document }, language),
    preheader: m.mail_turn_preheader({}, { locale: language }),
    heading: m.mail_turn_heading({}, { locale: language }),
    text: phrase(m.mail_turn_text, { sender, document }, language),
  });
}
