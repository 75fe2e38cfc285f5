import type { Timestamp } from '../../timestamp.ts';

/** What must be the same at the identity provider and in the envelope. */
export const SIGN_IN_MATCHES = ['email', 'name'] as const;
export type SignInMatch = (typeof SIGN_IN_MATCHES)[number];

/** What is asked of a provider unless it is set up otherwise. */
export const DEFAULT_SCOPE = 'openid email profile';

/** Who vouches for recipients by OpenID Connect, without the client's secret. */
export type IdentityProvider = {
  readonly id: string;
  readonly organizationId: string;
  /** What recipients see on the button. */
  readonly name: string;
  readonly issuer: string;
  readonly clientId: string;
  /** Separated by spaces. */
  readonly scope: string;
  readonly match: SignInMatch;
  /** Whether an email address counts that the provider doesn't call verified. */
  readonly trustEmail: boolean;
  /** The `acr` values of which one is required; empty for any. */
  readonly acrValues: readonly string[];
  /** Claims and the values they must have. */
  readonly requiredClaims: Readonly<Record<string, string>>;
  readonly enabled: boolean;
  readonly createdAt: Timestamp;
  readonly updatedAt: Timestamp;
};
