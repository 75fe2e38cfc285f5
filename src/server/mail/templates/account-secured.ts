import { ACCOUNT_CHANGES, type AccountChange } from '#domain/account/security.ts';
import { layOut, type RenderedMail } from '../layout.ts';
import { instant } from '../wording.ts';
import { greetingBlock, OWN_ACCOUNT, type AccountMailFacts } from './account-link.ts';

export interface AccountSecuredFacts extends AccountMailFacts {
  readonly change: AccountChange;
  readonly at: string;
  /** Where a new password is asked for. */
  readonly link: string;
}

/** To somebody when what protects their account has changed, so that they learn of it if it was a thief. */
export function render(facts: AccountSecuredFacts): RenderedMail {
  const what = ACCOUNT_CHANGES[facts.change];
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
    ],
    reason: OWN_ACCOUNT,
  });
}
