import { m } from '#i18n/compiled/messages.js';
import { formatGreeting, explainRequest } from '../facts.ts';
import { layOut, type RenderedMail } from '../layout.ts';
import { formatPhrase } from '../phrase.ts';
import { buildSigningBlocks, type SignatureRequestFacts } from './signature-request.ts';

/** Renders the email to a participant whose link was replaced or whose envelope has a new expiration date. */
export function render(facts: SignatureRequestFacts): RenderedMail {
  const { language, senderName: sender, documentName: document } = facts;
  const locale = { locale: language };
  return layOut({
    branding: facts.branding,
    language,
    subject: formatPhrase(m.mail_new_link_subject, { document }, language),
    preheader: [m.mail_new_link_preheader({}, locale)],
    heading: m.mail_new_link_heading({}, locale),
    blocks: [
      { kind: 'paragraph', text: formatGreeting(facts) },
      { kind: 'paragraph', text: formatPhrase(m.mail_new_link_text, { sender, document }, language) },
      ...buildSigningBlocks(facts),
    ],
    reason: explainRequest(facts),
  });
}
