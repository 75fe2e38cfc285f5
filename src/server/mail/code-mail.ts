import { m } from '#i18n/compiled/messages.js';
import type { MailBlock, Phrase } from './content.ts';
import { greeting, type EnvelopeMailFacts } from './facts.ts';
import { layOut, type RenderedMail } from './layout.ts';
import { phrase } from './phrase.ts';

export type CodeMailFacts = Pick<
  EnvelopeMailFacts,
  'branding' | 'language' | 'recipientName' | 'organizationName' | 'documentName'
> & { readonly code: string };

/** Lays out an email with a code: what it opens, the code, details if there are any, and why it came. */
export function codeMail(facts: CodeMailFacts, details: readonly MailBlock[], reason: Phrase): RenderedMail {
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
      ...details,
      { kind: 'paragraph', text: [m.mail_code_otherwise({}, locale)] },
    ],
    reason,
  });
}
