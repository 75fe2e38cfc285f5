import type { AccountChange } from '#domain/account/account-change.ts';
import type { MailBlock } from '../content.ts';
import { layOut, type RenderedMail } from '../layout.ts';
import { instant } from '../wording.ts';
import { greetingBlock, OWN_ACCOUNT, type AccountMailFacts } from './account-link.ts';

export interface AccountSecuredFacts extends AccountMailFacts {
  readonly change: AccountChange;
  readonly at: string;
  /** Where a new password is asked for. */
  readonly link: string;
  /** API keys that the person made and that go on working. */
  readonly apiKeys: readonly SecuredKey[];
  /** Where those are revoked. */
  readonly keysPage: string;
}

/** An API key as its maker knows it: its name, its last characters, and whose it is. */
export interface SecuredKey {
  readonly name: string;
  readonly hint: string;
  readonly organization: string;
}

/** More keys than these are only counted. */
const KEYS_SHOWN = 20;

/** To somebody when what protects their account has changed, so that they learn of it if it was a thief. */
export function render(facts: AccountSecuredFacts): RenderedMail {
  const what = CHANGED[facts.change];
  return layOut({
    branding: facts.branding,
    subject: [what],
    preheader: ['If that was you, there is nothing to do.'],
    heading: what,
    blocks: [
      greetingBlock(facts),
      { kind: 'paragraph', text: [`${what}, on ${instant(facts.at, 'en')}.`] },
      {
        kind: 'paragraph',
        text: [
          'If that was you, there is nothing to do. If it was not, set a new password now: that ends every session of your account.',
        ],
      },
      { kind: 'action', label: 'Set a new password', url: facts.link },
      ...ALSO[facts.change].map((text) => ({ kind: 'paragraph', text: [text] }) as const),
      ...keyBlocks(facts),
    ],
    reason: OWN_ACCOUNT,
  });
}

const CHANGED: Readonly<Record<AccountChange, string>> = {
  password_changed: 'Your password was changed',
  password_reset: 'Your password was reset with an emailed link',
  cleared:
    'The passkeys, authenticator app, API keys, and agents added before you verified your email address were removed',
  totp_enabled: 'An authenticator app was added to your account',
  totp_disabled: 'The authenticator app was removed from your account',
  recovery_codes_renewed: 'New recovery codes were created, and the old ones no longer work',
  recovery_code_used: 'Someone signed in with one of your recovery codes',
  passkey_added: 'A passkey was added to your account',
  passkey_removed: 'A passkey was removed from your account',
};

/** What else the reader should know of some changes. */
const ALSO: Readonly<Record<AccountChange, readonly string[]>> = {
  password_changed: [],
  password_reset: ['Your agents have no access any more: let those in again that you still want.'],
  cleared: [
    'Whoever signed up with this address may have been somebody else. Look at who is a member of your organization and which webhooks it has before you use it, or make a new one.',
  ],
  totp_enabled: [],
  totp_disabled: [],
  recovery_codes_renewed: [],
  recovery_code_used: [],
  passkey_added: [],
  passkey_removed: [],
};

/** API keys outlive a password, since they are the organization's: whoever made them must look whether each is theirs. */
function keyBlocks({ apiKeys, keysPage }: AccountSecuredFacts): MailBlock[] {
  if (apiKeys.length === 0) return [];
  const rows = apiKeys.slice(0, KEYS_SHOWN).map(({ name, hint, organization }) => ({
    label: 'API key',
    value: [{ given: name }, ', ', hint, ', of ', { given: organization }] as const,
  }));
  const more = apiKeys.length - rows.length;
  return [
    {
      kind: 'paragraph',
      text: ['API keys that were made with your account go on working. Revoke those that you do not know.'],
    },
    { kind: 'details', rows },
    ...(more > 0 ? [{ kind: 'paragraph', text: [`And ${more} more.`] } as const] : []),
    { kind: 'action', label: 'See the API keys', url: keysPage },
  ];
}
