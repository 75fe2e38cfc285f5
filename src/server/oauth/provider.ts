import type { ServerResponse } from 'node:http';
import { createHmac } from 'node:crypto';
import { errors, interactionPolicy, Provider, type Configuration, type JWK } from 'oidc-provider';
import { LIMITS } from '#domain/limits.ts';
import { ALL_SCOPES } from '#domain/organization/scope.ts';
import type { SecretKey } from '#server/runtime/config.ts';
import { findLiveGrant, findGrantOrganization } from '#server/db/oauth/oauth-grants.ts';
import { transaction } from '#server/db/client/transaction.ts';
import type { Outbound } from '#server/outbound/outbound.ts';
import { createClientDocumentFetch } from './client-documents.ts';
import { CLIENT_AUTH_METHODS, findMetadataProblem } from './client-metadata.ts';
import { PROBLEM_PAGE_POLICY, renderProblemPage } from './problem-page.ts';
import { createAdapterFactory } from './records.ts';
import { getProtectedResource } from './resource.ts';
import type { RecordServices } from './services.ts';
import type { SigningKey, SigningKeys } from './signing-keys.ts';

/** The services that the authorization server needs. */
export type OAuthServices = RecordServices & {
  readonly outbound: Outbound;
  readonly accessTokens: { readonly keys: SigningKeys };
};

/** The paths of the endpoints, as named in the metadata. */
export const ENDPOINTS = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  registration: '/oauth/register',
  revocation: '/oauth/revoke',
  jwks: '/oauth/jwks',
} as const;
/** The page where a person decides. The request's ID is appended to its path. */
const CONSENT_PATH = '/oauth/consent';
/** The cookie that binds a request to the browser that started it. */
export const REQUEST_COOKIE = 'countersign_oauth_request';

const { Check, Prompt } = interactionPolicy;

/** Codes of RFC 6749 section 5.2 and RFC 6750 for clients that have no right to what they asked for. */
const UNAUTHORIZED = new Set(['invalid_client', 'invalid_grant', 'invalid_token', 'unauthorized_client']);
const refused = new WeakSet<ServerResponse>();

/** Checks whether a response tells a client that it has no right to what it asked for. */
export function wasRefused(response: ServerResponse): boolean {
  return refused.has(response);
}

/** Creates the authorization server (OAuth 2.1). The first key is the one that signs. */
export function makeProvider(services: OAuthServices, keys: readonly SigningKey[]): Provider {
  const provider = new Provider(services.config.http.origin, buildConfiguration(services, keys));
  // Only this program sets the headers that state a request's origin.
  provider.proxy = true;
  // Other origins may read only the metadata, and this server doesn't answer requests for it.
  provider.use(async (ctx, next) => {
    await next();
    for (const name of ['access-control-allow-origin', 'access-control-expose-headers']) ctx.remove(name);
  });
  const note = ({ res }: { readonly res: ServerResponse }, { error }: { readonly error: string }) => {
    if (UNAUTHORIZED.has(error)) refused.add(res);
  };
  provider.on('authorization.error', note);
  provider.on('grant.error', note);
  provider.on('revocation.error', note);
  provider.on('server_error', (_ctx, error) => services.log.error({ err: error }, 'authorization server'));
  return provider;
}

function buildConfiguration(services: OAuthServices, keys: readonly SigningKey[]): Configuration {
  const { config } = services;
  const cookie = {
    httpOnly: true,
    sameSite: 'lax',
    secure: config.http.origin.startsWith('https:'),
  } as const;
  return {
    adapter: createAdapterFactory(services),
    jwks: { keys: keys.map(({ privateJwk }) => privateJwk as JWK) },
    scopes: [],
    responseTypes: ['code'],
    allowOmittingSingleRegisteredRedirectUri: false,
    pkce: { required: () => true },
    clientAuthMethods: [...CLIENT_AUTH_METHODS],
    clientDefaults: {
      application_type: 'native',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      id_token_signed_response_alg: 'ES256',
    },
    enabledJWA: {
      idTokenSigningAlgValues: ['ES256'],
      clientAuthSigningAlgValues: ['ES256', 'RS256', 'EdDSA'],
    },
    routes: ENDPOINTS,
    cookies: {
      names: {
        session: 'countersign_oauth',
        interaction: REQUEST_COOKIE,
        resume: 'countersign_oauth_resume',
      },
      keys: [config.secretKeys.current, ...config.secretKeys.previous].map(deriveCookieKey),
      long: cookie,
      short: cookie,
    },
    ttl: {
      AccessToken: toSeconds(LIMITS.accessTokenLifeMs),
      AuthorizationCode: toSeconds(LIMITS.authorizationCodeLifeMs),
      RefreshToken: toSeconds(LIMITS.refreshTokenLifeMs),
      Grant: toSeconds(LIMITS.grantLifeMs),
      Interaction: toSeconds(LIMITS.consentLifeMs),
      Session: toSeconds(LIMITS.consentLifeMs),
    },
    features: buildFeatures(services, keys),
    interactions: {
      url: (_ctx, { uid }) => `${CONSENT_PATH}/${uid}`,
      policy: [createPromptPolicy()],
    },
    rotateRefreshToken: true,
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    revokeGrantPolicy: () => true,
    expiresWithSession: () => false,
    findAccount: async (_ctx, userId, token) => {
      const grantId = token !== undefined && 'grantId' in token ? token.grantId : undefined;
      if (grantId !== undefined && !(await isGrantHolder(services, grantId, userId))) return undefined;
      return { accountId: userId, claims: () => ({ sub: userId }) };
    },
    extraTokenClaims: async (_ctx, token) => {
      if (!('grantId' in token) || token.grantId === undefined) return undefined;
      const { grantId } = token;
      const organizationId = await transaction(services.db, { grantId }, (tx) =>
        findGrantOrganization(tx, grantId),
      );
      return { grant: grantId, org: organizationId ?? '' };
    },
    fetch: createClientDocumentFetch(services),
    renderError: (ctx, out) => {
      ctx.type = 'html';
      ctx.set('content-security-policy', PROBLEM_PAGE_POLICY);
      ctx.body = renderProblemPage(out.error);
    },
  };
}

function buildFeatures(services: OAuthServices, [signing]: readonly SigningKey[]): Configuration['features'] {
  const { config } = services;
  const resource = getProtectedResource(config);
  return {
    devInteractions: { enabled: false },
    userinfo: { enabled: false },
    rpInitiatedLogout: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    dPoP: { enabled: false },
    revocation: {
      enabled: true,
      allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId,
    },
    registration: { enabled: true, issueRegistrationAccessToken: false },
    clientIdMetadataDocument: {
      enabled: true,
      ack: 'draft-02',
      allowClient: (_ctx, client) => findMetadataProblem(client.metadata()) === null,
    },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => resource,
      useGrantedResource: () => true,
      getResourceServerInfo: (_ctx, indicator) => {
        if (indicator !== resource) throw new errors.InvalidTarget();
        return {
          scope: ALL_SCOPES.join(' '),
          audience: resource,
          accessTokenFormat: 'jwt',
          accessTokenTTL: toSeconds(LIMITS.accessTokenLifeMs),
          jwt: { sign: { alg: 'ES256', kid: signing?.kid } },
        };
      },
    },
  };
}

/** Makes the server ask a person each time, on a page of the dashboard that requires them to be signed in. */
function createPromptPolicy() {
  const undecided = new Check('undecided', 'a person has to decide', 'interaction_required', ({ oidc }) =>
    oidc.result?.consent === undefined ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT,
  );
  return new Prompt({ name: 'consent', requestable: true }, undecided);
}

/** Checks whether a grant is live and belongs to this person, and whether they are still a member. */
async function isGrantHolder({ db }: OAuthServices, grantId: string, userId: string): Promise<boolean> {
  const organizationId = await transaction(db, { grantId }, (tx) => findGrantOrganization(tx, grantId));
  if (organizationId === null) return false;
  const grant = await transaction(db, { organizationId }, (tx) => findLiveGrant(tx, organizationId, grantId));
  return grant?.sender.userId === userId;
}

function deriveCookieKey({ key }: SecretKey): string {
  return createHmac('sha256', key).update('countersign oauth cookies').digest('base64url');
}

function toSeconds(milliseconds: number): number {
  return milliseconds / 1000;
}
