import { m } from '#i18n/compiled/messages.js';
import { greeting, whyAsked } from '../facts.ts';
import { layOut, type RenderedMail } from '../layout.ts';
import { phrase } from '../phrase.ts';
import { signingBlocks, type SignatureRequestFacts } from './signature-request.ts';

/** To a participant whose link was replaced, or whose envelope has a new expiration date. */
export function render(facts: SignatureRequestFacts): RenderedMail {
  const { language, senderName: sender, documentName: document } = facts;
  const locale = { locale: language };
  return layOut({
    branding: facts.branding,
    language,
    subject: phrase(m.mail_new_link_subject, { document }, language),
    preheader: [m.mail_new_link_preheader({}, locale)],
    heading: m.mail_new_link_heading({}, locale),
    blocks: [
      { kind: 'paragraph', text: greeting(facts) },
      { kind: 'paragraph', text: phrase(m.mail_new_link_text, { sender, document }, language) },
      ...signingBlocks(facts),
    ],
    reason: whyAsked(facts),
  });
}
