import type { Timestamp } from '../../timestamp.ts';

/** What has to match between the identity provider and the envelope. */
export const SIGN_IN_MATCHES = ['email', 'name'] as const;
export type SignInMatch = (typeof SIGN_IN_MATCHES)[number];

/** The scope that is requested from a provider unless its settings say otherwise. */
export const DEFAULT_SCOPE = 'openid email profile';

/** An OpenID Connect provider that vouches for recipients, without the client's secret. */
export type IdentityProvider = {
  readonly id: string;
  readonly organizationId: string;
  /** The label that recipients see on the button. */
  readonly name: string;
  readonly issuer: string;
  readonly clientId: string;
  /** Scopes, separated by spaces. */
  readonly scope: string;
  readonly match: SignInMatch;
  /** Whether to accept an email address that the provider doesn't mark as verified. */
  readonly trustEmail: boolean;
  /** The accepted `acr` values, one of which is required; empty to accept any. */
  readonly acrValues: readonly string[];
  /** Required claims and the value that each must have. */
  readonly requiredClaims: Readonly<Record<string, string>>;
  readonly enabled: boolean;
  readonly createdAt: Timestamp;
  readonly updatedAt: Timestamp;
};
