import type { Claims } from '#domain/envelope/sign-in.ts';
import type { AssertedPerson, SignInProblem } from '#domain/organization/identity/single-sign-on.ts';
import { LIMITS } from '#domain/limits.ts';
import { isMailAddress } from '#domain/mail-address.ts';
import { toPrintable } from '#domain/text.ts';

type Claimed = {
  readonly subject: string;
  readonly email: string | null;
  readonly name: string | null;
};

/**
 * Returns the person that the claims of an ID token describe. An address that the provider doesn't mark as
 * verified counts only with `trustEmail`, because people may enter any address at a provider that serves
 * several companies.
 */
export function readClaimedPerson(claims: Claims, trustEmail: boolean): AssertedPerson | SignInProblem {
  const getText = (name: string) => (typeof claims[name] === 'string' ? claims[name] : null);
  if (!trustEmail && getText('email') !== null && claims['email_verified'] !== true)
    return 'email_unverified';
  const parts = [getText('given_name'), getText('family_name')].filter((part) => part !== null).join(' ');
  return toAssertedPerson({
    subject: getText('sub') ?? '',
    email: getText('email'),
    name: getText('name') ?? (parts === '' ? null : parts),
  });
}

/** Returns the person in a form that can be stored, or what is missing. */
export function toAssertedPerson({ subject, email, name }: Claimed): AssertedPerson | SignInProblem {
  if (subject === '' || subject.length > SUBJECT_MAX_CHARS) return 'invalid';
  const address = email?.trim() ?? '';
  if (address.length > LIMITS.emailMaxChars || !isMailAddress(address)) return 'no_email';
  const shown = toPrintable(name ?? '').slice(0, LIMITS.nameMaxChars);
  return { subject, email: address, name: shown === '' ? null : shown };
}

/** OpenID Connect allows 255 characters. Names in SAML have no limit. */
const SUBJECT_MAX_CHARS = 1000;
