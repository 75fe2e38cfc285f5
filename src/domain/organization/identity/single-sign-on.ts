import type { Timestamp } from '../../timestamp.ts';
import type { Role } from '../role.ts';

/** The protocols of identity providers: OpenID Connect and SAML 2.0. */
export const CONNECTION_KINDS = ['oidc', 'saml'] as const;

/** The roles that someone can be given at their first sign-in. */
export const JOINING_ROLES = ['member', 'viewer'] as const satisfies readonly Role[];
type JoiningRole = (typeof JOINING_ROLES)[number];

/** The settings of the identity provider by protocol, without secrets. */
export type ConnectionSettings =
  | {
      readonly kind: 'oidc';
      readonly issuer: string;
      readonly clientId: string;
      /** Whether to accept an email address that the provider doesn't mark as verified. */
      readonly trustEmail: boolean;
    }
  | {
      readonly kind: 'saml';
      readonly entityId: string;
      /** The URL that takes requests by HTTP-Redirect. */
      readonly signInUrl: string;
      /**
       * Base64 of the DER, without the BEGIN and END lines. One of these certificates signs the assertions.
       */
      readonly certificates: readonly string[];
      /** The attribute with the email address; null for the usual names. */
      readonly emailAttribute: string | null;
    };

/** An identity provider that the members of an organization sign in with. */
export type Connection = {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
  readonly settings: ConnectionSettings;
  /** Whether signing in turns people who aren't members into members. */
  readonly createsMembers: boolean;
  readonly joiningRole: JoiningRole;
  readonly enabled: boolean;
  /** Whether members with an address in the connection's domains can sign in only through it. */
  readonly enforced: boolean;
  /** When a test last passed since the settings changed; null if none did. */
  readonly testedAt: Timestamp | null;
  /** Why the last test failed, in words for administrators; null if it passed or there was none. */
  readonly testProblem: string | null;
  readonly createdAt: Timestamp;
  readonly updatedAt: Timestamp;
};

/** An email domain that an organization wants to prove, or has proved, to be its own. */
export type EmailDomain = {
  readonly id: string;
  readonly organizationId: string;
  readonly domain: string;
  /** The value that the TXT record must have, without the prefix. */
  readonly token: string;
  /** The connection that addresses of the domain sign in with; null for none. */
  readonly connectionId: string | null;
  readonly verifiedAt: Timestamp | null;
  readonly checkedAt: Timestamp | null;
  /** The time since which a verified domain's record has been missing. */
  readonly missingSince: Timestamp | null;
  readonly createdAt: Timestamp;
};

/** Returns the name and the value of the TXT record that proves a domain. */
export function buildDomainRecord({ domain, token }: Pick<EmailDomain, 'domain' | 'token'>) {
  return { name: `_countersign.${domain}`, value: `countersign-domain-verification=${token}` };
}

/**
 * Returns a domain in the form used for comparison, in ASCII and lowercase. Null if it can't be the domain of
 * a company's addresses.
 */
export function normalizeDomain(text: string): string | null {
  const typed = text.trim().replace(/^@/, '').replace(/\.$/, '');
  if (typed === '' || /[\s/:?#@\\[\]%]/.test(typed)) return null;
  const url = URL.parse(`http://${typed}`);
  if (url === null || url.hostname.length > DOMAIN_MAX_CHARS) return null;
  return /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/.test(url.hostname)
    ? url.hostname
    : null;
}

const DOMAIN_MAX_CHARS = 253;

/** Returns the domain of an email address in the form used for comparison; null if it has none. */
export function getEmailDomain(email: string): string | null {
  const at = email.lastIndexOf('@');
  return at < 1 ? null : normalizeDomain(email.slice(at + 1));
}

/** The reasons why a sign-in with an identity provider didn't lead to a session. */
export const SIGN_IN_PROBLEMS = [
  'expired',
  'canceled',
  'invalid',
  'provider_failed',
  'no_email',
  'email_unverified',
  'foreign_domain',
  'subject_changed',
  'deprovisioned',
  'not_a_member',
] as const;
export type SignInProblem = (typeof SIGN_IN_PROBLEMS)[number];

/** What an identity provider says about the person who signed in. */
export type AssertedPerson = {
  /** The provider's own identifier for the account, which never changes. */
  readonly subject: string;
  readonly email: string;
  readonly name: string | null;
};

type Account = {
  readonly email: string;
  readonly isMember: boolean;
  /**
   * Whether the account is already bound to a different account of the provider, which signed in with it
   * first.
   */
  readonly isBoundToOther: boolean;
};

/** The facts that are known when someone returns from an identity provider. */
export type SignInFacts = {
  /** The verified domains of the connection. */
  readonly domains: readonly string[];
  /**
   * The account that the subject is bound to, or else the account with the address; null if there is neither.
   */
  readonly account: Account | null;
  /** Whether the directory said that the person no longer belongs to the organization. */
  readonly isDeprovisioned: boolean;
  /** Whether the address has an open invitation. */
  readonly isInvited: boolean;
  /** Whether the organization's rules let addresses of this domain join, and it isn't suspended. */
  readonly mayJoin: boolean;
};

/**
 * Decides what a sign-in leads to. A provider speaks only for addresses of the domains that its organization
 * verified, so it can never sign in anyone else's account.
 */
export function decideSignIn(
  { createsMembers }: Pick<Connection, 'createsMembers'>,
  { email }: AssertedPerson,
  { domains, account, isDeprovisioned, isInvited, mayJoin }: SignInFacts,
):
  | { readonly kind: 'enter' | 'join' | 'create' }
  | { readonly kind: 'refuse'; readonly problem: SignInProblem } {
  if (!isWithin(email, domains)) return refuse('foreign_domain');
  if (account !== null && !isWithin(account.email, domains)) return refuse('foreign_domain');
  if (account?.isBoundToOther === true) return refuse('subject_changed');
  if (account?.isMember === true) return { kind: 'enter' };
  if (isDeprovisioned) return refuse('deprovisioned');
  if (!mayJoin || (!createsMembers && !isInvited)) return refuse('not_a_member');
  return { kind: account === null ? 'create' : 'join' };
}

function isWithin(email: string, domains: readonly string[]): boolean {
  const domain = getEmailDomain(email);
  return domain !== null && domains.includes(domain);
}

function refuse(problem: SignInProblem) {
  return { kind: 'refuse', problem } as const;
}

/**
 * Checks whether a member of an enforced domain may still sign in with a password. Owners with a second
 * factor may, because they have to get in when the identity provider is down.
 */
export function mayUsePassword(role: Role | null, hasSecondFactor: boolean): boolean {
  return role === null || (role === 'owner' && hasSecondFactor);
}
