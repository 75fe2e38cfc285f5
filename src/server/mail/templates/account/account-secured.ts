import type { AccountChange } from '#domain/account/account-change.ts';
import { m } from '#i18n/compiled/messages.js';
import type { Locale } from '#i18n/compiled/runtime.js';
import type { MailBlock } from '../../content.ts';
import { formatGreeting } from '../../facts.ts';
import { layOut, type RenderedMail } from '../../layout.ts';
import { formatInstant } from '../../wording.ts';
import type { AccountMailFacts } from './account-link.ts';

export interface AccountSecuredFacts extends AccountMailFacts {
  readonly change: AccountChange;
  readonly at: string;
  /** The page for resetting the password. */
  readonly link: string;
  /** API keys that the person created and that still work. */
  readonly apiKeys: readonly SecuredKey[];
  /** The page for revoking these keys. */
  readonly keysPage: string;
}

/** An API key as its owner knows it, by name, last characters and organization. */
export interface SecuredKey {
  readonly name: string;
  readonly hint: string;
  readonly organization: string;
}

/** At most this many keys are listed. Any others are only counted. */
const KEYS_SHOWN = 20;

type Text = (inputs: Record<string, never>, options: { readonly locale: Locale }) => string;

/** What changed and, for some changes, what else the person should know. */
const WORDS: Readonly<Record<AccountChange, { readonly what: Text; readonly also: readonly Text[] }>> = {
  password_changed: { what: m.mail_secured_password_changed, also: [m.mail_secured_agents] },
  password_reset: { what: m.mail_secured_password_reset, also: [m.mail_secured_agents] },
  email_changed: { what: m.mail_secured_email_changed, also: [m.mail_secured_agents] },
  cleared: {
    what: m.mail_secured_cleared,
    also: [m.mail_secured_cleared_what, m.mail_secured_stranger],
  },
  totp_enabled: { what: m.mail_secured_totp_enabled, also: [m.mail_secured_agents] },
  totp_disabled: { what: m.mail_secured_totp_disabled, also: [m.mail_secured_agents] },
  recovery_codes_renewed: {
    what: m.mail_secured_recovery_codes_renewed,
    also: [m.mail_secured_old_codes, m.mail_secured_agents],
  },
  recovery_code_used: { what: m.mail_secured_recovery_code_used, also: [] },
  passkey_added: { what: m.mail_secured_passkey_added, also: [m.mail_secured_agents] },
  passkey_removed: { what: m.mail_secured_passkey_removed, also: [m.mail_secured_agents] },
};

/**
 * Renders the email to someone whose account's protection has changed, so that they find out if a thief
 * changed it.
 */
export function render(facts: AccountSecuredFacts): RenderedMail {
  const { branding, language, change, at, link } = facts;
  const locale = { locale: language };
  const { what, also } = WORDS[change];
  return layOut({
    branding,
    language,
    subject: [what({}, locale)],
    preheader: [m.mail_secured_preheader({}, locale)],
    heading: what({}, locale),
    blocks: [
      { kind: 'paragraph', text: formatGreeting(facts) },
      { kind: 'details', rows: [{ label: m.mail_row_date({}, locale), value: [formatInstant(at, facts)] }] },
      ...(change === 'email_changed'
        ? [{ kind: 'paragraph', text: [m.mail_secured_email_changed_what({}, locale)] } as const]
        : [
            { kind: 'paragraph', text: [m.mail_secured_text({}, locale)] } as const,
            { kind: 'action', label: m.mail_reset_action({}, locale), url: link } as const,
          ]),
      ...also.map((text) => ({ kind: 'paragraph', text: [text({}, locale)] }) as const),
      ...buildKeyBlocks(facts),
    ],
    reason: [m.mail_why_account({}, locale)],
  });
}

/** API keys belong to the organization and outlive a password, so their owner must check each one. */
function buildKeyBlocks({ apiKeys, keysPage, language }: AccountSecuredFacts): MailBlock[] {
  if (apiKeys.length === 0) return [];
  const locale = { locale: language };
  const rows = apiKeys.slice(0, KEYS_SHOWN).map(({ name, hint, organization }) => ({
    label: m.mail_row_api_key({}, locale),
    value: [{ given: name }, ` (${hint}) · `, { given: organization }] as const,
  }));
  const more = apiKeys.length - rows.length;
  const rest = more > 0 ? [m.mail_keys_more({ count: more }, locale)] : [];
  return [
    { kind: 'paragraph', text: [m.mail_keys_text({}, locale)] },
    { kind: 'details', rows },
    ...rest.map((text) => ({ kind: 'paragraph', text: [text] }) as const),
    { kind: 'action', label: m.mail_keys_action({}, locale), url: keysPage },
  ];
}
