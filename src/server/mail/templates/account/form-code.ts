import { m } from '#i18n/compiled/messages.js';
import { codeMail, type CodeMailFacts } from '../../code-mail.ts';
import type { RenderedMail } from '../../layout.ts';
import { formatPhrase } from '../../phrase.ts';

/** Renders the email to someone who fills in a public form and has to prove their address. */
export function render(facts: CodeMailFacts): RenderedMail {
  const { language, organizationName: organization } = facts;
  return codeMail(facts, organization, formatPhrase(m.mail_why_form, { organization }, language));
}
