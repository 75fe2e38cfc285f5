import { m } from '#i18n/compiled/messages.js';
import {
  buildDocumentRows,
  formatGreeting,
  explainParticipation,
  type OutcomeMailFacts,
} from '../../facts.ts';
import { layOut, type RenderedMail } from '../../layout.ts';
import { formatPhrase } from '../../phrase.ts';
import { quoteReason } from '../declined.ts';

export interface DelegationFacts extends OutcomeMailFacts {
  /** The name of the participant who handed over their turn. */
  readonly who: string;
  /** Name and address of the person who takes over. */
  readonly other: string;
  readonly reason: string | null;
  /** The envelope's page. */
  readonly link: string;
}

/** Renders the email to the sender when a participant has asked someone else to act in their place. */
export function render(facts: DelegationFacts): RenderedMail {
  const { language, who, other, documentName: document } = facts;
  const locale = { locale: language };
  const text = formatPhrase(m.mail_delegation_text, { who, other, document }, language);
  return layOut({
    branding: facts.branding,
    language,
    subject: formatPhrase(m.mail_delegation_subject, { who, document }, language),
    preheader: text,
    heading: m.mail_delegation_heading({}, locale),
    blocks: [
      { kind: 'paragraph', text: formatGreeting(facts) },
      { kind: 'paragraph', text },
      ...quoteReason(facts.reason, language),
      { kind: 'details', rows: buildDocumentRows(facts) },
      { kind: 'action', label: m.mail_action_envelope({}, locale), url: facts.link },
    ],
    reason: explainParticipation(facts),
  });
}
