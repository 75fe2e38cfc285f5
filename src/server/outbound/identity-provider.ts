import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientError,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  ResponseBodyError,
  type ServerMetadata,
} from 'openid-client';
import type { IdentityProvider } from '#domain/organization/identity/identity-provider.ts';
import { type Claims, listNeededClaims } from '#domain/envelope/sign-in.ts';
import { LIMITS } from '#domain/limits.ts';
import type { Outbound } from './outbound.ts';

type Limits = { readonly timeoutMs: number; readonly maxBytes: number };

type Sent = {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
};

type Send = (url: string, sent: Sent) => Promise<Response>;

/** An identity provider and the secret for calling it. */
export type ProviderAccess = { readonly provider: IdentityProvider; readonly clientSecret: string };

/** The values that tie an answer to one person's sign-in attempt. */
export type SignInAttempt = {
  readonly redirectUri: string;
  readonly state: string;
  readonly nonce: string;
  /** The code verifier of PKCE (RFC 7636). */
  readonly verifier: string;
};

/**
 * A provider that can't be reached, or whose settings are wrong on either side. The person who signs in isn't
 * at fault.
 */
export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure';
}

/** Signs people in with identity providers (OpenID Connect Core, authorization code flow with PKCE). */
export type IdentityProviders = {
  /** Returns the URL where a person signs in. Throws ProviderFailure. */
  readonly signInUrl: (access: ProviderAccess, attempt: SignInAttempt) => Promise<string>;
  /**
   * Returns the claims about the person who came back with a query; null if the query isn't a valid answer to
   * this attempt. Throws ProviderFailure.
   */
  readonly signedIn: (
    access: ProviderAccess,
    attempt: SignInAttempt,
    query: string,
  ) => Promise<Claims | null>;
};

/** What a provider publishes about itself, and how it is called. */
type KnownProvider = { readonly metadata: ServerMetadata; readonly send: Send };

/**
 * Opens the client for identity providers. The metadata that they publish is cached for some minutes, and
 * their keys for some seconds: a new key counts almost at once, and many sign-ins ask for the keys once.
 */
export function openIdentityProviders(outbound: Outbound): IdentityProviders {
  const known = new Map<string, { readonly since: number; readonly found: Promise<KnownProvider> }>();

  /** Each sign-in has its own configuration, because the library keeps a provider's keys with it. */
  async function getConfiguration(access: ProviderAccess): Promise<Configuration> {
    const { metadata, send } = await findProvider(access);
    return createConfiguration(access, { ...metadata }, send);
  }

  function findProvider(access: ProviderAccess): Promise<KnownProvider> {
    const { id, updatedAt } = access.provider;
    const now = Date.now();
    for (const [key, { since }] of known)
      if (since + LIMITS.identityProviderKnownMs <= now) known.delete(key);
    const key = `${id} ${updatedAt}`;
    const entry = known.get(key);
    if (entry !== undefined) return entry.found;
    const found = discover(outbound, access);
    known.set(key, { since: now, found });
    // A failure isn't cached, so the next person tries again.
    found.catch(() => known.delete(key));
    return found;
  }

  return {
    signInUrl: async (access, { redirectUri, state, nonce, verifier }) => {
      const { scope, acrValues } = access.provider;
      const parameters = {
        ...{ redirect_uri: redirectUri, scope, state, nonce },
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(acrValues.length === 0 ? {} : { acr_values: acrValues.join(' ') }),
      };
      try {
        // Refuses a provider's authorization page if its URL isn't http or https.
        return buildAuthorizationUrl(await getConfiguration(access), parameters).href;
      } catch (error) {
        throw toProviderFailure(error);
      }
    },
    signedIn: async (access, { redirectUri, state, nonce, verifier }, query) => {
      const configuration = await getConfiguration(access).catch(throwFailure);
      const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier };
      const back = new URL(redirectUri);
      const answer = readCodeAnswer(query);
      if (answer === null) return null;
      back.search = answer;
      try {
        const tokens = await authorizationCodeGrant(configuration, back, checks);
        const claims: Claims = tokens.claims() ?? {};
        if (listNeededClaims(access.provider).every((name) => name in claims)) return claims;
        if (configuration.serverMetadata().userinfo_endpoint === undefined) return claims;
        const more = await fetchUserInfo(configuration, tokens.access_token, String(claims['sub']));
        return withUserInfo(more, claims);
      } catch (error) {
        if (isInvalid(error)) return null;
        throw toProviderFailure(error);
      }
    },
  };
}

async function discover(outbound: Outbound, { provider }: ProviderAccess): Promise<KnownProvider> {
  const { clientId, issuer } = provider;
  const send = createOutboundFetch(outbound, {
    timeoutMs: LIMITS.identityProviderTimeoutMs,
    maxBytes: LIMITS.identityProviderAnswerMaxBytes,
  });
  // The guarded client requires https except in networks that the operator permits.
  const options = { [customFetch]: send, execute: [allowInsecureRequests] };
  const found = (await discovery(new URL(issuer), clientId, undefined, undefined, options)).serverMetadata();
  // The library compares the issuers only if the metadata's URL is derived from the issuer.
  if (new URL(found.issuer).href !== new URL(issuer).href)
    throw new ProviderFailure('The identity provider says that it is another issuer');
  return { metadata: found, send: shareKeys(send, found.jwks_uri) };
}

function createConfiguration(
  { provider, clientSecret }: ProviderAccess,
  metadata: ServerMetadata,
  send: Send,
): Configuration {
  const methods = metadata.token_endpoint_auth_methods_supported;
  const isBasic = methods?.includes('client_secret_basic') ?? true;
  const configuration = new Configuration(
    metadata,
    provider.clientId,
    undefined,
    isBasic ? ClientSecretBasic(clientSecret) : ClientSecretPost(clientSecret),
  );
  configuration[customFetch] = send;
  allowInsecureRequests(configuration);
  enableNonRepudiationChecks(configuration);
  return configuration;
}

/** Fetches the keys at most once every few seconds, however many people sign in. A failure isn't kept. */
function shareKeys(send: Send, url: string | undefined): Send {
  let kept: { readonly since: number; readonly answer: Promise<Response> } | null = null;
  return async (asked, sent) => {
    if (asked !== url || sent.method !== 'GET') return await send(asked, sent);
    const now = Date.now();
    if (kept === null || kept.since + LIMITS.identityProviderKeysMs <= now)
      kept = { since: now, answer: send(asked, sent) };
    const current = kept;
    try {
      const answer = await current.answer;
      if (answer.ok) return answer.clone();
      if (kept === current) kept = null;
      return answer.clone();
    } catch (error) {
      if (kept === current) kept = null;
      throw error;
    }
  };
}

/**
 * Adds UserInfo's claims about the person to the claims of the ID token. Only the ID token says how securely
 * they signed in. Whether an address is verified counts only together with that address.
 */
function withUserInfo({ acr: _acr, ...about }: Claims, claims: Claims): Claims {
  const hasBoth = (some: Claims) => 'email' in some && 'email_verified' in some;
  const address =
    hasBoth(about) && !hasBoth(claims)
      ? { email: about['email'], email_verified: about['email_verified'] }
      : {};
  return { ...about, ...claims, ...address };
}

/**
 * Returns the parameters of the code flow's answer; null if it doesn't contain exactly one code. The rest of
 * the query is dropped, because the person could use it to imitate another flow.
 */
function readCodeAnswer(query: string): string | null {
  const parts = [...new URLSearchParams(query)].filter(([name]) => ['code', 'state', 'iss'].includes(name));
  const isOnce = new Set(parts.map(([name]) => name)).size === parts.length;
  return isOnce && parts.some(([name, code]) => name === 'code' && code !== '')
    ? new URLSearchParams(parts).toString()
    : null;
}

/**
 * Checks whether the query, its code, or the attempt that the code belongs to is wrong, which the person's
 * browser can cause. Anything else wrong with an answer, such as the ID token's signature, is the provider's
 * doing.
 */
function isInvalid(error: unknown): boolean {
  if (error instanceof ResponseBodyError) return error.error === 'invalid_grant';
  if (!(error instanceof ClientError) || !(error.cause instanceof Error)) return false;
  const checked = error.cause.cause;
  if (typeof checked !== 'object' || checked === null) return false;
  return 'parameters' in checked || ('claim' in checked && checked.claim === 'nonce');
}

function throwFailure(error: unknown): never {
  throw toProviderFailure(error);
}

function toProviderFailure(error: unknown): ProviderFailure {
  if (error instanceof ProviderFailure) return error;
  return new ProviderFailure(`The identity provider failed: ${describeError(error)}`, { cause: error });
}

/** Joins what an error and its causes say. The libraries put what is wrong into a cause. */
function describeError(error: unknown): string {
  const said = new Set<string>();
  for (let one = error, depth = 0; one instanceof Error && depth < 5; one = one.cause, depth++) {
    said.add(one.message);
    if (one instanceof ResponseBodyError)
      said.add([one.error, one.error_description].filter((part) => part !== undefined).join(', '));
  }
  return said.size === 0 ? 'unknown' : [...said].join(': ');
}

/**
 * Returns a `fetch` for libraries that sends through the guarded client. An answer that is too long is an
 * error.
 */
function createOutboundFetch(outbound: Outbound, limits: Limits): Send {
  return async (url, { method, headers, body }) => {
    const answer = await outbound({
      method: method === 'POST' ? 'POST' : 'GET',
      url,
      headers,
      ...(body === undefined || body === null ? {} : { body: String(body) }),
      ...limits,
    });
    if (answer.truncated) throw new Error('the answer is too long');
    const type = answer.headers['content-type'];
    return new Response(answer.body.length === 0 ? null : new Uint8Array(answer.body), {
      status: answer.status,
      headers: type === undefined ? {} : { 'content-type': type },
    });
  };
}
