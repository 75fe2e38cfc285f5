import { m } from '#i18n/compiled/messages.js';
import { documentRows, greeting, tookPart, type OutcomeMailFacts } from '../facts.ts';
import { layOut, type RenderedMail } from '../layout.ts';
import { phrase } from '../phrase.ts';
import { statedReason } from './declined.ts';

export interface VoidedFacts extends OutcomeMailFacts {
  readonly reason: string | null;
}

/** To everyone asked to sign, when the sender has voided the envelope. */
export function render(facts: VoidedFacts): RenderedMail {
  const { language } = facts;
  const locale = { locale: language };
  return layOut({
    branding: facts.branding,
    language,
    subject: phrase(m.mail_voided_subject, { document: facts.documentName }, language),
    preheader: [m.mail_voided_preheader({}, locale)],
    heading: m.mail_voided_heading({}, locale),
    blocks: [
      { kind: 'paragraph', text: greeting(facts) },
      {
        kind: 'paragraph',
        text: phrase(
          facts.hasApprovers ? m.mail_voided_text_approved : m.mail_voided_text,
          { document: facts.documentName, sender: facts.senderName },
          language,
        ),
      },
      ...statedReason(facts.reason, language),
      { kind: 'details', rows: documentRows(facts) },
    ],
    reason: tookPart(facts),
  });
}
