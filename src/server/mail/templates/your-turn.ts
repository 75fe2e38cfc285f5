import { m } from '#i18n/compiled/messages.js';
import { greeting, namedAsSigner } from '../facts.ts';
import { layOut, type RenderedMail } from '../layout.ts';
import { phrase } from '../phrase.ts';
import { ownSubject, signingBlocks, type SignatureRequestFacts } from './signature-request.ts';

export type YourTurnFacts = SignatureRequestFacts;

/** To a later signer, when everyone before them has signed. */
export function render(facts: YourTurnFacts): RenderedMail {
  const { language, senderName: sender, documentName: document } = facts;
  const locale = { locale: language };
  return layOut({
    branding: facts.branding,
    language,
    subject: ownSubject(facts) ?? phrase(m.mail_turn_subject, { document }, language),
    preheader: [m.mail_turn_preheader({}, locale)],
    heading: m.mail_turn_heading({}, locale),
    blocks: [
      { kind: 'paragraph', text: greeting(facts) },
      { kind: 'paragraph', text: phrase(m.mail_turn_text, { sender, document }, language) },
      ...signingBlocks(facts),
    ],
    reason: namedAsSigner(facts),
  });
}
