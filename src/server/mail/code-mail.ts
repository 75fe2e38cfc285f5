import { m } from '#i18n/compiled/messages.js';
import type { Phrase } from './content.ts';
import type { EnvelopeMailFacts } from './facts.ts';
import { layOut, type RenderedMail } from './layout.ts';
import { formatPhrase } from './phrase.ts';

export type CodeMailFacts = Pick<
  EnvelopeMailFacts,
  'branding' | 'language' | 'organizationName' | 'documentName'
> & { readonly code: string };

/**
 * Lays out an email with a code: where to enter it, the code, and why the email came. There is no link,
 * because the page is already open. The code isn't in the subject, because lists of emails show subjects.
 */
export function codeMail(facts: CodeMailFacts, from: string, reason: Phrase): RenderedMail {
  const { language, code, documentName: document } = facts;
  const locale = { locale: language };
  const where = formatPhrase(m.mail_code_text, { document, from }, language);
  return layOut({
    branding: facts.branding,
    language,
    subject: formatPhrase(m.mail_code_subject, { document }, language),
    preheader: where,
    heading: m.mail_code_heading({}, locale),
    blocks: [
      { kind: 'paragraph', text: where },
      { kind: 'code', code },
      { kind: 'note', text: [m.mail_code_keep({}, locale)] },
    ],
    reason,
  });
}
