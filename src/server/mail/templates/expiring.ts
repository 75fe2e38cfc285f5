import type { Timestamp } from '#domain/timestamp.ts';
import { m } from '#i18n/compiled/messages.js';
import { buildDocumentRows, formatGreeting, explainParticipation, type OutcomeMailFacts } from '../facts.ts';
import { layOut, type RenderedMail } from '../layout.ts';
import { formatPhrase } from '../phrase.ts';
import { formatInstant } from '../wording.ts';

export interface ExpiringFacts extends OutcomeMailFacts {
  readonly expiresAt: Timestamp;
  /** The signing link for a signer, or the envelope's page for the sender. */
  readonly link: string;
}

const ACTIONS = {
  sender: m.mail_action_envelope,
  signer: m.mail_action_sign,
  approver: m.mail_action_approve,
  copy: m.mail_action_read,
} as const;

const SIGNED = { preheader: m.mail_expiring_preheader, text: m.mail_expiring_text };
const APPROVED = { preheader: m.mail_expiring_preheader_approved, text: m.mail_expiring_text_approved };

/** Renders the email to the sender and the current signer three days before an envelope expires. */
export function render(facts: ExpiringFacts): RenderedMail {
  const { language } = facts;
  const locale = { locale: language };
  const words = facts.hasApprovers ? APPROVED : SIGNED;
  const expires = { label: m.mail_row_expires({}, locale), value: [formatInstant(facts.expiresAt, facts)] };
  return layOut({
    branding: facts.branding,
    language,
    subject: formatPhrase(m.mail_expiring_subject, { document: facts.documentName }, language),
    preheader: [words.preheader({}, locale)],
    heading: m.mail_expiring_heading({}, locale),
    blocks: [
      { kind: 'paragraph', text: formatGreeting(facts) },
      { kind: 'paragraph', text: formatPhrase(words.text, { document: facts.documentName }, language) },
      { kind: 'details', rows: [...buildDocumentRows(facts), expires] },
      { kind: 'action', label: ACTIONS[facts.recipientRole]({}, locale), url: facts.link },
    ],
    reason: explainParticipation(facts),
  });
}
