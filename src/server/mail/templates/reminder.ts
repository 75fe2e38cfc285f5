import { m } from '#i18n/compiled/messages.js';
import type { RenderedMail } from '../layout.ts';
import { formatPhrase } from '../phrase.ts';
import { layOutRequest, type SignatureRequestFacts } from './signature-request.ts';

/** Renders the email to a current signer when the sender or the envelope's policy reminds them. */
export function render(facts: SignatureRequestFacts): RenderedMail {
  const { language, senderName: sender, documentName: document } = facts;
  return layOutRequest(facts, {
    subject: formatPhrase(m.mail_reminder_subject, { document }, language),
    approvalSubject: formatPhrase(m.mail_approve_reminder_subject, { document }, language),
    preheader: m.mail_no_account({}, { locale: language }),
    heading: m.mail_reminder_heading({}, { locale: language }),
    text: formatPhrase(m.mail_reminder_text, { sender, document }, language),
  });
}
