import type { DisabledReason } from '#domain/webhook/webhook.ts';
import { m } from '#i18n/compiled/messages.js';
import type { Locale } from '#i18n/compiled/runtime.js';
import type { MailBranding } from '../content.ts';
import { formatGreeting } from '../facts.ts';
import { layOut, type RenderedMail } from '../layout.ts';
import { formatPhrase } from '../phrase.ts';

export interface WebhookDisabledFacts {
  readonly branding: MailBranding;
  readonly language: Locale;
  readonly recipientName: string;
  readonly organizationName: string;
  readonly url: string;
  readonly why: DisabledReason;
  /** The webhook's page in the dashboard. */
  readonly link: string;
}

const WHY = {
  gone: m.mail_webhook_gone,
  failing: m.mail_webhook_failing,
} as const satisfies Record<DisabledReason, unknown>;

/** Renders the email to the owners of an organization when the service has disabled one of its webhooks. */
export function render(facts: WebhookDisabledFacts): RenderedMail {
  const { branding, language, url, organizationName: organization } = facts;
  const locale = { locale: language };
  const why = WHY[facts.why]({}, locale);
  return layOut({
    branding,
    language,
    subject: formatPhrase(m.mail_webhook_subject, { url }, language),
    preheader: [why],
    heading: m.mail_webhook_heading({}, locale),
    blocks: [
      { kind: 'paragraph', text: formatGreeting(facts) },
      { kind: 'paragraph', text: formatPhrase(m.mail_webhook_text, { url }, language) },
      { kind: 'paragraph', text: [why] },
      { kind: 'paragraph', text: [m.mail_webhook_fix({}, locale)] },
      {
        kind: 'details',
        rows: [
          { label: m.mail_row_webhook({}, locale), value: [{ given: url }] },
          { label: m.mail_row_organization({}, locale), value: [{ given: organization }] },
        ],
      },
      { kind: 'action', label: m.mail_webhook_action({}, locale), url: facts.link },
    ],
    reason: formatPhrase(m.mail_webhook_why, { organization }, language),
  });
}
