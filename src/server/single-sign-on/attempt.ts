import { DEFAULT_SCOPE } from '#domain/organization/identity/identity-provider.ts';
import type { Connection } from '#domain/organization/identity/single-sign-on.ts';
import type { Config } from '#server/runtime/config.ts';
import { deriveKey, computeHmacSha256 } from '#server/crypto/hmac.ts';
import { openSecret, sealSecret } from '#server/crypto/secret-box.ts';
import type { StoredConnection } from '#server/db/single-sign-on/connections.ts';
import type { ProviderAccess, SignInAttempt } from '#server/outbound/identity-provider.ts';

const PURPOSE = 'single sign-on secret';

/** The secrets that tie a provider's answer to one attempt in one browser. */
export type AttemptSecrets = SignInAttempt & {
  /** The ID of a SAML request. */
  readonly requestId: string;
};

/** Encrypts the secret that a provider issued for its client. */
export function sealConnectionSecret({ secretKeys }: Pick<Config, 'secretKeys'>, secret: string): string {
  return sealSecret(secretKeys.current, PURPOSE, Buffer.from(secret));
}

/**
 * Returns the URL that a provider sends its answers to. Each connection has its own URL, so that an answer to
 * one can't be passed off as an answer to another (mix-up, RFC 9700 section 4.4).
 */
export function buildAnswerUrl({ http }: Pick<Config, 'http'>, connectionId: string): string {
  return `${http.origin}/sso/${connectionId}`;
}

/**
 * Derives the secrets that tie an answer to an attempt from the token in the browser's cookie, with a key
 * that isn't in the database. A browser without the cookie can't return with a valid answer.
 */
export function deriveAttemptSecrets(
  config: Pick<Config, 'http' | 'secretKeys'>,
  connectionId: string,
  token: string,
): AttemptSecrets {
  const key = deriveKey(config.secretKeys.current.key, 'single-sign-on/v1');
  const derive = (part: string) => Buffer.from(computeHmacSha256(key, `${part}\n${connectionId}\n${token}`));
  return {
    redirectUri: buildAnswerUrl(config, connectionId),
    state: derive('state').toString('base64url'),
    nonce: derive('nonce').toString('base64url'),
    verifier: derive('verifier').toString('base64url'),
    // An XML ID starts with a letter or an underscore.
    requestId: `_${derive('request').toString('hex')}`,
  };
}

/** Returns what is needed to call an OpenID Connect provider; null for SAML. */
export function getProviderAccess(
  { secretKeys }: Pick<Config, 'secretKeys'>,
  { connection, secretBox }: StoredConnection,
): ProviderAccess | null {
  const { settings, ...about } = connection;
  if (settings.kind !== 'oidc' || secretBox === null) return null;
  return {
    provider: {
      ...pick(about),
      ...settings,
      scope: DEFAULT_SCOPE,
      match: 'email',
      acrValues: [],
      requiredClaims: {},
    },
    clientSecret: Buffer.from(openSecret(secretKeys, PURPOSE, secretBox)).toString(),
  };
}

function pick({ id, organizationId, name, enabled, createdAt, updatedAt }: Omit<Connection, 'settings'>) {
  return { id, organizationId, name, enabled, createdAt, updatedAt };
}
