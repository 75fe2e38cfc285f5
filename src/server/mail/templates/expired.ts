import { m } from '#i18n/compiled/messages.js';
import { documentRows, greeting, tookPart, type OutcomeMailFacts } from '../facts.ts';
import { layOut, type RenderedMail } from '../layout.ts';
import { phrase } from '../phrase.ts';

/** To the sender and the current signer, when an envelope has expired. */
export function render(facts: OutcomeMailFacts): RenderedMail {
  const { language } = facts;
  const locale = { locale: language };
  return layOut({
    branding: facts.branding,
    language,
    subject: phrase(m.mail_expired_subject, { document: facts.documentName }, language),
    preheader: [m.mail_expired_preheader({}, locale)],
    heading: m.mail_expired_heading({}, locale),
    blocks: [
      { kind: 'paragraph', text: greeting(facts) },
      { kind: 'paragraph', text: phrase(m.mail_expired_text, { document: facts.documentName }, language) },
      { kind: 'details', rows: documentRows(facts) },
    ],
    reason: tookPart(facts),
  });
}
