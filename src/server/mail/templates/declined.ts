import type { ParticipantRole } from '#domain/envelope/status.ts';
import { m } from '#i18n/compiled/messages.js';
import type { Locale } from '#i18n/compiled/runtime.js';
import type { MailBlock } from '../content.ts';
import { buildDocumentRows, formatGreeting, explainParticipation, type OutcomeMailFacts } from '../facts.ts';
import { layOut, type RenderedMail } from '../layout.ts';
import { formatPhrase } from '../phrase.ts';

export interface DeclinedFacts extends OutcomeMailFacts {
  /** Name of the participant who declined. */
  readonly who: string;
  /** Whether the participant was asked to sign or to approve. */
  readonly whoRole: ParticipantRole;
  /** The reason for declining. Only the sender gets to see it. */
  readonly reason: string | null;
  /** The envelope's page, for the sender. */
  readonly envelopePage: string | null;
}

const WORDS = {
  signer: { preheader: m.mail_declined_preheader, text: m.mail_declined_text },
  approver: { preheader: m.mail_declined_preheader_approver, text: m.mail_declined_text_approver },
} as const;

/** Renders the email to the sender and the signers asked so far when a signer has declined. */
export function render(facts: DeclinedFacts): RenderedMail {
  const { language } = facts;
  const locale = { locale: language };
  const words = WORDS[facts.whoRole];
  return layOut({
    branding: facts.branding,
    language,
    subject: formatPhrase(m.mail_declined_subject, { document: facts.documentName }, language),
    preheader: formatPhrase(words.preheader, { who: facts.who }, language),
    heading: m.mail_declined_heading({}, locale),
    blocks: [
      { kind: 'paragraph', text: formatGreeting(facts) },
      {
        kind: 'paragraph',
        text: formatPhrase(words.text, { who: facts.who, document: facts.documentName }, language),
      },
      ...quoteReason(facts.reason, language),
      ...openEnvelope(facts.envelopePage, language),
      { kind: 'details', rows: buildDocumentRows(facts) },
    ],
    reason: explainParticipation(facts),
  });
}

/** Quotes the reason, if there is one. */
export function quoteReason(reason: string | null, language: Locale): MailBlock[] {
  if (reason === null || reason.trim() === '') return [];
  return [{ kind: 'quote', caption: [m.mail_reason_given({}, { locale: language })], text: reason }];
}

/** Links to the envelope's page, for the sender. */
export function openEnvelope(url: string | null, language: Locale): MailBlock[] {
  if (url === null) return [];
  return [{ kind: 'action', label: m.mail_action_envelope({}, { locale: language }), url }];
}
