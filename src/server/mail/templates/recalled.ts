import { m } from '#i18n/compiled/messages.js';
import { buildDocumentRows, formatGreeting, explainParticipation, type OutcomeMailFacts } from '../facts.ts';
import { layOut, type RenderedMail } from '../layout.ts';
import { formatPhrase } from '../phrase.ts';

/** Renders the email to everyone who had a link when the sender took the envelope back. */
export function render(facts: OutcomeMailFacts): RenderedMail {
  const { language } = facts;
  const locale = { locale: language };
  return layOut({
    branding: facts.branding,
    language,
    subject: formatPhrase(m.mail_recalled_subject, { document: facts.documentName }, language),
    preheader: [m.mail_voided_preheader({}, locale)],
    heading: m.mail_recalled_heading({}, locale),
    blocks: [
      { kind: 'paragraph', text: formatGreeting(facts) },
      {
        kind: 'paragraph',
        text: formatPhrase(
          m.mail_recalled_text,
          { document: facts.documentName, sender: facts.senderName },
          language,
        ),
      },
      { kind: 'details', rows: buildDocumentRows(facts) },
    ],
    reason: explainParticipation(facts),
  });
}
