import type { LinkKind } from '#domain/account/link.ts';
import type { MailBlock, MailBranding, Phrase } from '../content.ts';
import { layOut, type RenderedMail } from '../layout.ts';
import { instant } from '../wording.ts';

/** What a mail about somebody's own account says. */
export interface AccountMailFacts {
  readonly branding: MailBranding;
  readonly recipientName: string;
}

export interface AccountLinkFacts extends AccountMailFacts {
  /** `taken`: somebody signed up with an address that has an account. Its link leads to the login. */
  readonly kind: LinkKind | 'taken';
  readonly link: string;
  readonly expiresAt: string;
}

const WORDS = {
  reset: {
    subject: 'Set a new password',
    preheader: 'The link in this mail is good once.',
    asked: 'Somebody, we hope you, asked to set a new password for your account.',
    button: 'Set a new password',
    otherwise: 'If that was not you, ignore this mail: your password stays as it is.',
  },
  verify: {
    subject: 'Is this your address?',
    preheader: 'One press, and we know.',
    asked: 'Please confirm that this address is yours, so that what concerns your account reaches you.',
    button: 'Confirm the address',
    otherwise: 'If you have no account with us, ignore this mail: somebody mistyped their address.',
  },
  sign_up: {
    subject: 'Finish signing up',
    preheader: 'Your account is made when you confirm your address.',
    asked: 'Somebody, we hope you, signed up with this address. Confirm it with the password that you chose.',
    button: 'Finish signing up',
    otherwise: 'If that was not you, ignore this mail: no account was made, and none will be.',
  },
  taken: {
    subject: 'You have an account already',
    preheader: 'Log in with it, or set a new password.',
    asked:
      'Somebody, we hope you, signed up with this address. It has an account already: log in with that one. There you can also set a new password, and make another organization.',
    button: 'Log in',
    otherwise: 'If that was not you, there is nothing to do: nothing was changed.',
  },
} as const satisfies Record<AccountLinkFacts['kind'], Record<string, string>>;

/** To somebody who asked for a link to their account. */
export function render(facts: AccountLinkFacts): RenderedMail {
  const words = WORDS[facts.kind];
  return layOut({
    branding: facts.branding,
    subject: [words.subject],
    preheader: [words.preheader],
    heading: words.subject,
    blocks: [
      greetingBlock(facts),
      { kind: 'paragraph', text: [words.asked] },
      { kind: 'action', label: words.button, url: facts.link },
      ...(facts.kind === 'taken' ? [] : [onceUntil(facts.expiresAt)]),
      { kind: 'paragraph', text: [words.otherwise] },
    ],
    reason: facts.kind === 'sign_up' ? SIGNED_UP : OWN_ACCOUNT,
  });
}

function onceUntil(expiresAt: string): MailBlock {
  return { kind: 'paragraph', text: [`The link is good once, until ${instant(expiresAt, 'en')}.`] };
}

const SIGNED_UP: Phrase = ['You receive this mail because somebody signed up with this address.'];

/** Why somebody is told about their own account. */
export const OWN_ACCOUNT: Phrase = [
  'You receive this mail because this address belongs to an account with us.',
];

/** The greeting at the head of a mail about an account. */
export function greetingBlock({ recipientName }: AccountMailFacts): MailBlock {
  const text: Phrase = recipientName.trim() === '' ? ['Hello,'] : ['Hello ', { given: recipientName }, ','];
  return { kind: 'paragraph', text };
}
