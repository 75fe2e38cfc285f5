import { m } from '#i18n/compiled/messages.js';
import { greeting, namedAsSigner } from '../facts.ts';
import { layOut, type RenderedMail } from '../layout.ts';
import { phrase } from '../phrase.ts';
import { signingBlocks, type SignatureRequestFacts } from './signature-request.ts';

/** To the current signer, when the sender or the envelope's policy reminds them. */
export function render(facts: SignatureRequestFacts): RenderedMail {
  const { language, senderName: sender, documentName: document } = facts;
  const locale = { locale: language };
  return layOut({
    branding: facts.branding,
    language,
    subject: phrase(m.mail_reminder_subject, { document }, language),
    preheader: [m.mail_no_account({}, locale)],
    heading: m.mail_reminder_heading({}, locale),
    blocks: [
      { kind: 'paragraph', text: greeting(facts) },
      { kind: 'paragraph', text: phrase(m.mail_reminder_text, { sender, document }, language) },
      ...signingBlocks(facts),
    ],
    reason: namedAsSigner(facts),
  });
}
