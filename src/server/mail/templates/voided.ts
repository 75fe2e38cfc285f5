import { m } from '#i18n/compiled/messages.js';
import { buildDocumentRows, formatGreeting, explainParticipation, type OutcomeMailFacts } from '../facts.ts';
import { layOut, type RenderedMail } from '../layout.ts';
import { formatPhrase } from '../phrase.ts';
import { quoteReason } from './declined.ts';

export interface VoidedFacts extends OutcomeMailFacts {
  readonly reason: string | null;
}

/** Renders the email to everyone asked to sign when the sender has voided the envelope. */
export function render(facts: VoidedFacts): RenderedMail {
  const { language } = facts;
  const locale = { locale: language };
  return layOut({
    branding: facts.branding,
    language,
    subject: formatPhrase(m.mail_voided_subject, { document: facts.documentName }, language),
    preheader: [m.mail_voided_preheader({}, locale)],
    heading: m.mail_voided_heading({}, locale),
    blocks: [
      { kind: 'paragraph', text: formatGreeting(facts) },
      {
        kind: 'paragraph',
        text: formatPhrase(
          facts.hasApprovers ? m.mail_voided_text_approved : m.mail_voided_text,
          { document: facts.documentName, sender: facts.senderName },
          language,
        ),
      },
      ...quoteReason(facts.reason, language),
      { kind: 'details', rows: buildDocumentRows(facts) },
    ],
    reason: explainParticipation(facts),
  });
}
