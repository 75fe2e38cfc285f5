import { DEFAULT_LANGUAGE } from '#domain/language.ts';
import type { DisabledReason } from '#domain/webhook/webhook.ts';
import type { MailBranding } from '../content.ts';
import { greeting } from '../facts.ts';
import { layOut, type RenderedMail } from '../layout.ts';

export interface WebhookDisabledFacts {
  readonly branding: MailBranding;
  readonly recipientName: string;
  readonly organizationName: string;
  readonly url: string;
  readonly why: DisabledReason;
  /** The webhook's page in the dashboard. */
  readonly link: string;
}

const WHY: Readonly<Record<DisabledReason, string>> = {
  gone: 'Its server answered with status 410, which says that it wants no more messages.',
  failing: 'Nothing that was sent to it has been accepted for five days.',
};

/** To the owners of an organization, when the service has disabled one of its webhooks. Like the dashboard, in English. */
export function render(facts: WebhookDisabledFacts): RenderedMail {
  const language = DEFAULT_LANGUAGE;
  return layOut({
    branding: facts.branding,
    language,
    subject: ['A webhook was disabled: ', { given: facts.url }],
    preheader: [WHY[facts.why]],
    heading: 'A webhook was disabled',
    blocks: [
      { kind: 'paragraph', text: greeting({ recipientName: facts.recipientName, language }) },
      {
        kind: 'paragraph',
        text: [{ given: facts.url }, ' is not told of events any more. ', WHY[facts.why]],
      },
      {
        kind: 'paragraph',
        text: ['Once its server works again, enable the webhook, and send again what it has missed.'],
      },
      {
        kind: 'details',
        rows: [
          { label: 'Webhook', value: [{ given: facts.url }] },
          { label: 'Organization', value: [{ given: facts.organizationName }] },
        ],
      },
      { kind: 'action', label: 'Open the webhook', url: facts.link },
    ],
    reason: ['You receive this mail because you are an owner of ', { given: facts.organizationName }, '.'],
  });
}
