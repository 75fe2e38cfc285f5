import { m } from '#i18n/compiled/messages.js';
import { documentRows, greeting, tookPart, type OutcomeMailFacts } from '../facts.ts';
import { layOut, type RenderedMail } from '../layout.ts';
import { phrase } from '../phrase.ts';

/** To everyone who had a link, when the sender took the envelope back. */
export function render(facts: OutcomeMailFacts): RenderedMail {
  const { language } = facts;
  const locale = { locale: language };
  return layOut({
    branding: facts.branding,
    language,
    subject: phrase(m.mail_recalled_subject, { document: facts.documentName }, language),
    preheader: [m.mail_voided_preheader({}, locale)],
    heading: m.mail_recalled_heading({}, locale),
    blocks: [
      { kind: 'paragraph', text: greeting(facts) },
      {
        kind: 'paragraph',
        text: phrase(
          m.mail_recalled_text,
          { document: facts.documentName, sender: facts.senderName },
          language,
        ),
      },
      { kind: 'details', rows: documentRows(facts) },
    ],
    reason: tookPart(facts),
  });
}
