import { m } from '#i18n/compiled/messages.js';
import { greeting, type EnvelopeMailFacts } from '../../facts.ts';
import { layOut, type RenderedMail } from '../../layout.ts';
import { phrase } from '../../phrase.ts';

type Facts = Pick<
  EnvelopeMailFacts,
  'branding' | 'language' | 'recipientName' | 'organizationName' | 'documentName'
> & { readonly code: string };

/** To someone who fills in a public form and has to prove their address. */
export function render(facts: Facts): RenderedMail {
  const { language, code, documentName: document, organizationName: organization } = facts;
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
      { kind: 'paragraph', text: [m.mail_code_otherwise({}, locale)] },
    ],
    reason: phrase(m.mail_why_form, { organization }, language),
  });
}
