import type { LinkKind } from '#domain/account/link.ts';
import { m } from '#i18n/compiled/messages.js';
import type { Locale } from '#i18n/compiled/runtime.js';
import type { MailBranding } from '../../content.ts';
import { formatGreeting } from '../../facts.ts';
import { layOut, type RenderedMail } from '../../layout.ts';
import { formatInstant } from '../../wording.ts';

/** The facts that every email about someone's own account needs. */
export interface AccountMailFacts {
  readonly branding: MailBranding;
  readonly language: Locale;
  /** The recipient's time zone; null means UTC. */
  readonly timeZone: string | null;
  readonly recipientName: string;
}

export interface AccountLinkFacts extends AccountMailFacts {
  /**
   * The kind of link. `taken` means that someone signed up with an address that already has an account; the
   * link then leads to the sign-in page.
   */
  readonly kind: LinkKind | 'taken';
  readonly link: string;
  /** The address that the account is to be changed to. */
  readonly newAddress: string | null;
  readonly expiresAt: string;
}

const WORDS = {
  reset: {
    subject: m.mail_reset_subject,
    preheader: m.mail_reset_preheader,
    text: m.mail_reset_text,
    action: m.mail_reset_action,
    otherwise: m.mail_reset_otherwise,
    why: m.mail_why_account,
  },
  verify: {
    subject: m.mail_verify_subject,
    preheader: m.mail_verify_preheader,
    text: m.mail_verify_text,
    action: m.mail_verify_action,
    otherwise: m.mail_verify_otherwise,
    why: m.mail_why_account,
  },
  sign_up: {
    subject: m.mail_sign_up_subject,
    preheader: m.mail_sign_up_preheader,
    text: m.mail_sign_up_text,
    action: m.mail_sign_up_subject,
    otherwise: m.mail_sign_up_otherwise,
    why: m.mail_why_sign_up,
  },
  change_from: {
    subject: m.mail_change_from_subject,
    preheader: m.mail_verify_preheader,
    text: m.mail_change_from_text,
    action: m.mail_change_from_action,
    otherwise: m.mail_change_from_otherwise,
    why: m.mail_why_account,
  },
  change_to: {
    subject: m.mail_change_to_subject,
    preheader: m.mail_verify_preheader,
    text: m.mail_change_to_text,
    action: m.mail_verify_action,
    otherwise: m.mail_verify_otherwise,
    why: m.mail_why_change,
  },
  taken: {
    subject: m.mail_taken_subject,
    preheader: m.mail_taken_preheader,
    text: m.mail_taken_text,
    action: m.mail_taken_action,
    otherwise: m.mail_taken_otherwise,
    why: m.mail_why_account,
  },
} as const satisfies Record<AccountLinkFacts['kind'], Record<string, unknown>>;

/** Renders the email to someone who asked for a link to their account. */
export function render(facts: AccountLinkFacts): RenderedMail {
  const { branding, language, kind, link, newAddress, expiresAt } = facts;
  const locale = { locale: language };
  const words = WORDS[kind];
  const once = m.mail_link_once({ date: formatInstant(expiresAt, facts) }, locale);
  return layOut({
    branding,
    language,
    subject: [words.subject({}, locale)],
    preheader: [words.preheader({}, locale)],
    heading: words.subject({}, locale),
    blocks: [
      { kind: 'paragraph', text: formatGreeting(facts) },
      { kind: 'paragraph', text: [words.text({}, locale)] },
      ...(newAddress === null
        ? []
        : [
            {
              kind: 'details',
              rows: [{ label: m.mail_row_new_address({}, locale), value: [{ given: newAddress }] }],
            } as const,
          ]),
      { kind: 'action', label: words.action({}, locale), url: link },
      ...(kind === 'taken' ? [] : [{ kind: 'paragraph', text: [once] } as const]),
      { kind: 'paragraph', text: [words.otherwise({}, locale)] },
    ],
    reason: [words.why({}, locale)],
  });
}
