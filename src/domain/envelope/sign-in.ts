import type { IdentityProvider, SignInMatch } from '../organization/identity/identity-provider.ts';

/** What the log records about a sign-in with an identity provider. */
export type SignIn = {
  /** The provider's name at the time of the sign-in. */
  readonly provider: string;
  readonly issuer: string;
  /** SHA-256 in hex of the salt, a line feed, and the provider's identifier for the account. */
  readonly subjectHash: string;
  /** Random bytes in hex. */
  readonly subjectSalt: string;
  /** How the provider rates the sign-in (OpenID Connect Core, section 2). Null if it doesn't say. */
  readonly acr: string | null;
  /** How the person signed in with the provider. */
  readonly amr: string[];
  /** The claims that had to match the recipient's details. */
  readonly matched: SignInMatch;
};

/** Why a sign-in wasn't accepted. */
export const MISMATCHES = ['email', 'email_unverified', 'name', 'acr', 'claims'] as const;
export type Mismatch = (typeof MISMATCHES)[number];

/** What an identity provider says about a person, keyed by OpenID Connect claim names. */
export type Claims = Readonly<Record<string, unknown>>;

type Rules = Pick<IdentityProvider, 'match' | 'trustEmail' | 'acrValues' | 'requiredClaims'>;

/**
 * Returns why the claims don't belong to the participant or don't satisfy the provider's rules, or null if
 * they do both.
 */
export function findMismatch(
  { match, trustEmail, acrValues, requiredClaims }: Rules,
  { name, email }: { readonly name: string; readonly email: string },
  claims: Claims,
): Mismatch | null {
  if (acrValues.length > 0 && !acrValues.includes(String(claims['acr']))) return 'acr';
  if (!Object.entries(requiredClaims).every(([claim, wanted]) => includesValue(claims[claim], wanted)))
    return 'claims';
  if (match === 'name') return toComparable(readName(claims)) === toComparable(name) ? null : 'name';
  if (toText(claims['email']).toLowerCase() !== email.toLowerCase()) return 'email';
  return trustEmail || claims['email_verified'] === true ? null : 'email_unverified';
}

/** Checks whether a claim equals a value or, if it is a list such as groups, contains it. */
function includesValue(claim: unknown, wanted: string): boolean {
  return Array.isArray(claim) ? claim.some((one) => includesValue(one, wanted)) : toText(claim) === wanted;
}

function toText(claim: unknown): string {
  return typeof claim === 'string' || typeof claim === 'number' || typeof claim === 'boolean'
    ? String(claim)
    : '';
}

/** Returns the person's name. Some providers, such as those of eIDs, send only the parts of a name. */
function readName(claims: Claims): string {
  const whole = toText(claims['name']);
  return whole === '' ? `${toText(claims['given_name'])} ${toText(claims['family_name'])}` : whole;
}

/**
 * Normalizes a text for comparison: ignores case, extra spaces, and different encodings of the same character
 * (Unicode NFKC).
 */
function toComparable(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim();
}

/** Returns the claims that a provider's rules read. */
export function listNeededClaims({ match, trustEmail, requiredClaims }: Rules): string[] {
  const email = ['email', ...(trustEmail ? [] : ['email_verified'])];
  return [...(match === 'name' ? ['name'] : email), ...Object.keys(requiredClaims)];
}

/** A phone number in ITU-T E.164 format: a plus sign, the country code, and at most 15 digits in total. */
export const PHONE_PATTERN = /^\+[1-9]\d{6,14}$/;

/**
 * Removes the separators that people write in phone numbers. Returns null if the result isn't an
 * international number.
 */
export function parsePhone(text: string): string | null {
  const digits = text.replaceAll(/[\s().\u2010-\u2015/-]/g, '');
  return PHONE_PATTERN.test(digits) ? digits : null;
}

/** Returns the part of a phone number that others may see: its last two digits. */
export function maskPhone(phone: string): string {
  return `•••• ${phone.slice(-2)}`;
}
