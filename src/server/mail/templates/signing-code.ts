import { m } from '#i18n/compiled/messages.js';
import type { ParticipantRole } from '#domain/envelope/status.ts';
import { documentRows, greeting, whyAsked, type EnvelopeMailFacts } from '../facts.ts';
import { layOut, type RenderedMail } from '../layout.ts';
import { phrase } from '../phrase.ts';

/** To a participant who asked for the code that opens the document. */
export function render(
  facts: EnvelopeMailFacts & { readonly code: string; readonly role: ParticipantRole },
): RenderedMail {
  const { language, code, documentName: document } = facts;
  const locale = { locale: language };
  return layOut({
    branding: facts.branding,
    language,
    subject: phrase(m.mail_code_subject, { document }, language),
    preheader: [m.mail_code_once({}, locale)],
    heading: m.mail_code_heading({}, locale),
    blocks: [
      { kind: 'paragraph', text: greeting(facts) },
      { kind: 'paragraph', text: phrase(m.mail_code_text, { document }, language) },
      { kind: 'code', code },
      { kind: 'paragraph', text: [m.mail_code_once({}, locale)] },
      { kind: 'details', rows: documentRows(facts) },
      { kind: 'paragraph', text: [m.mail_code_otherwise({}, locale)] },
    ],
    reason: whyAsked(facts),
  });
}
