import { m } from '#i18n/compiled/messages.js';
import type { Locale } from '#i18n/compiled/runtime.js';
import type { MailBranding } from '../content.ts';
import { formatGreeting } from '../facts.ts';
import { layOut, type RenderedMail } from '../layout.ts';
import { formatPhrase } from '../phrase.ts';

export interface TestMailFacts {
  readonly branding: MailBranding;
  readonly language: Locale;
  readonly recipientName: string;
  readonly organizationName: string;
  /** The page where the email was requested. */
  readonly link: string;
}

/** Renders the email to whoever requested it, to show that email arrives and what it looks like. */
export function render(facts: TestMailFacts): RenderedMail {
  const { branding, language, organizationName: organization } = facts;
  const locale = { locale: language };
  return layOut({
    branding,
    language,
    subject: formatPhrase(m.mail_test_subject, { organization }, language),
    preheader: [m.mail_test_preheader({}, locale)],
    heading: m.mail_test_heading({}, locale),
    blocks: [
      { kind: 'paragraph', text: formatGreeting(facts) },
      { kind: 'paragraph', text: formatPhrase(m.mail_test_text, { organization }, language) },
      { kind: 'action', label: m.mail_test_action({}, locale), url: facts.link },
    ],
    reason: formatPhrase(m.mail_test_why, { organization }, language),
  });
}
