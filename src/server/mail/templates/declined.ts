import { m } from '#i18n/compiled/messages.js';
import type { Locale } from '#i18n/compiled/runtime.js';
import type { MailBlock } from '../content.ts';
import { documentRows, greeting, tookPart, type OutcomeMailFacts } from '../facts.ts';
import { layOut, type RenderedMail } from '../layout.ts';
import { phrase } from '../phrase.ts';

export interface DeclinedFacts extends OutcomeMailFacts {
  /** Name of the participant who declined. */
  readonly who: string;
  readonly reason: string | null;
}

/** To the sender and the signers asked so far, when a signer has declined. */
export function render(facts: DeclinedFacts): RenderedMail {
  const { language } = facts;
  const locale = { locale: language };
  return layOut({
    branding: facts.branding,
    language,
    subject: phrase(m.mail_declined_subject, { document: facts.documentName }, language),
    preheader: phrase(m.mail_declined_preheader, { who: facts.who }, language),
    heading: m.mail_declined_heading({}, locale),
    blocks: [
      { kind: 'paragraph', text: greeting(facts) },
      {
        kind: 'paragraph',
        text: phrase(m.mail_declined_text, { who: facts.who, document: facts.documentName }, language),
      },
      ...statedReason(facts.reason, language),
      { kind: 'details', rows: documentRows(facts) },
    ],
    reason: tookPart(facts),
  });
}

/** Quotes the reason, if there is one. */
export function statedReason(reason: string | null, language: Locale): MailBlock[] {
  if (reason === null || reason.trim() === '') return [];
  return [{ kind: 'quote', caption: [m.mail_reason_given({}, { locale: language })], text: reason }];
}
