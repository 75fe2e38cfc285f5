import { m } from '#i18n/compiled/messages.js';
import { buildDocumentRows, formatGreeting, explainParticipation, type OutcomeMailFacts } from '../facts.ts';
import { layOut, type RenderedMail } from '../layout.ts';
import { formatPhrase } from '../phrase.ts';
import { openEnvelope } from './declined.ts';

export interface ExpiredFacts extends OutcomeMailFacts {
  /** The envelope's page, for the sender. */
  readonly envelopePage: string | null;
}

const SIGNED = { preheader: m.mail_expired_preheader, text: m.mail_expired_text };
const APPROVED = { preheader: m.mail_expired_preheader_approved, text: m.mail_expired_text_approved };

/** Renders the email to the sender and the current signer when an envelope has expired. */
export function render(facts: ExpiredFacts): RenderedMail {
  const { language } = facts;
  const locale = { locale: language };
  const words = facts.hasApprovers ? APPROVED : SIGNED;
  return layOut({
    branding: facts.branding,
    language,
    subject: formatPhrase(m.mail_expired_subject, { document: facts.documentName }, language),
    preheader: [words.preheader({}, locale)],
    heading: m.mail_expired_heading({}, locale),
    blocks: [
      { kind: 'paragraph', text: formatGreeting(facts) },
      { kind: 'paragraph', text: formatPhrase(words.text, { document: facts.documentName }, language) },
      ...openEnvelope(facts.envelopePage, language),
      { kind: 'details', rows: buildDocumentRows(facts) },
    ],
    reason: explainParticipation(facts),
  });
}
