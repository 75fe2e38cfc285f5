import { createHash, randomBytes } from 'node:crypto';
import type { Participant } from '#domain/envelope/graph.ts';
import { findMismatch, type Mismatch, type SignIn } from '#domain/envelope/sign-in.ts';
import { deriveKey, isEqualInConstantTime, computeHmacSha256 } from '#server/crypto/hmac.ts';
import { openSecret, sealSecret } from '#server/crypto/secret-box.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { readIdentityProvider } from '#server/db/organizations/identity-providers.ts';
import type { ProviderAccess, SignInAttempt } from '#server/outbound/identity-provider.ts';
import type { Config } from '#server/runtime/config.ts';
import type { Services } from '#server/runtime/services.ts';

const PURPOSE = 'identity provider secret';

/** Encrypts the secret that a provider issued to its client. */
export function sealClientSecret({ secretKeys }: Pick<Config, 'secretKeys'>, secret: string): string {
  return sealSecret(secretKeys.current, PURPOSE, Buffer.from(secret));
}

/**
 * Returns the page that people come back to. Each organization has its own, so that a response from its
 * providers can't be passed off as one from another organization's providers (mix-up, RFC 9700, section 4.4).
 */
export function getRedirectUri({ http }: Pick<Config, 'http'>, organizationId: string): string {
  return `${http.webOrigin}/sign/${organizationId}`;
}

/**
 * Returns what is needed to call an enabled provider; null if the organization has no enabled provider with
 * this id.
 */
export async function readProviderAccess(
  { db, config }: Pick<Services, 'db' | 'config'>,
  organizationId: string,
  id: string,
): Promise<ProviderAccess | null> {
  const stored = await transaction(db, { organizationId }, (tx) =>
    readIdentityProvider(tx, organizationId, id),
  );
  if (stored === null || !stored.provider.enabled) return null;
  const clientSecret = Buffer.from(openSecret(config.secretKeys, PURPOSE, stored.secretBox)).toString();
  return { provider: stored.provider, clientSecret };
}

/**
 * Returns the values that tie a provider's response to an attempt. Like codes, they are derived from the
 * attempt's random text with a key that isn't in the database. A newer attempt therefore ends the previous
 * one.
 */
export function signInAttempt(
  config: Pick<Config, 'http' | 'secretKeys'>,
  organizationId: string,
  nonce: string,
  key = config.secretKeys.current.key,
): SignInAttempt {
  const derive = (part: string) =>
    Buffer.from(computeHmacSha256(deriveKey(key, 'sign-in/v1'), `${part}\n${nonce}`)).toString('base64url');
  return {
    redirectUri: getRedirectUri(config, organizationId),
    state: derive('state'),
    nonce: derive('nonce'),
    verifier: derive('verifier'),
  };
}

/**
 * Returns the attempt that a query came back from, started with the current key or a replaced one. Returns
 * null if the query belongs to another attempt, or came to the page of another organization. The page names
 * its organization as `at`.
 */
export function readAttempt(
  config: Pick<Config, 'http' | 'secretKeys'>,
  organizationId: string,
  nonce: string,
  query: string,
): SignInAttempt | null {
  const answer = new URLSearchParams(query);
  if (answer.get('at') !== organizationId) return null;
  const state = Buffer.from(answer.get('state') ?? '');
  const { current, previous } = config.secretKeys;
  const attempts = [current, ...previous].map(({ key }) => signInAttempt(config, organizationId, nonce, key));
  return attempts.find((one) => isEqualInConstantTime(Buffer.from(one.state), state)) ?? null;
}

/**
 * Asks the provider who came back with a query. Returns what the log keeps, or why the person isn't the
 * participant, or null if the query isn't valid. Throws ProviderFailure.
 */
export async function completeSignIn(
  { identityProviders }: Pick<Services, 'identityProviders'>,
  access: ProviderAccess,
  participant: Participant,
  attempt: SignInAttempt,
  query: string,
): Promise<SignIn | Mismatch | null> {
  const { provider } = access;
  const claims = await identityProviders.signedIn(access, attempt, query);
  if (claims === null) return null;
  const mismatch = findMismatch(provider, participant, claims);
  if (mismatch !== null) return mismatch;
  const { sub, acr, amr } = claims;
  const subjectSalt = randomBytes(16).toString('hex');
  return {
    provider: provider.name,
    issuer: provider.issuer,
    subjectHash: createHash('sha256')
      .update(`${subjectSalt}\n${String(sub)}`)
      .digest('hex'),
    subjectSalt,
    acr: typeof acr === 'string' ? acr : null,
    amr: Array.isArray(amr) ? amr.filter((one) => typeof one === 'string') : [],
    matched: provider.match,
  };
}
