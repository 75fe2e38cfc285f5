import { m } from '#i18n/compiled/messages.js';
import { formatGreeting, explainRequest } from '../../facts.ts';
import { layOut, type RenderedMail } from '../../layout.ts';
import { formatPhrase } from '../../phrase.ts';
import { quoteReason } from '../declined.ts';
import { buildSigningBlocks, type SignatureRequestFacts } from '../signature-request.ts';

export interface DelegatedFacts extends SignatureRequestFacts {
  /** The name of the participant who handed over their turn. */
  readonly who: string;
  readonly reason: string | null;
}

/** Renders the email to a person who was asked to act in a participant's place. */
export function render(facts: DelegatedFacts): RenderedMail {
  const { language, who, reason, senderName: sender, documentName: document } = facts;
  const locale = { locale: language };
  return layOut({
    branding: facts.branding,
    language,
    subject: formatPhrase(m.mail_delegated_subject, { who, document }, language),
    preheader: [m.mail_no_account({}, locale)],
    heading: m.mail_delegated_heading({}, locale),
    blocks: [
      { kind: 'paragraph', text: formatGreeting(facts) },
      { kind: 'paragraph', text: formatPhrase(m.mail_delegated_text, { who, sender, document }, language) },
      ...quoteReason(reason, language),
      ...buildSigningBlocks(facts),
    ],
    reason: explainRequest(facts),
  });
}
