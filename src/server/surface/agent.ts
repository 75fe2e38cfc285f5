import { errors, jwtVerify, type JWTPayload } from 'jose';
import { createRefusal } from '#domain/errors.ts';
import { pickScopes } from '#domain/organization/scope.ts';
import { findLiveGrant, touchGrant } from '#server/db/oauth/oauth-grants.ts';
import { transaction } from '#server/db/client/transaction.ts';
import type { Services } from '#server/runtime/services.ts';
import type { Agent } from './principal.ts';
import { createSuspendedRefusal } from './standing/suspended.ts';
import { createSecondFactorRefusal } from './standing/second-factor-required.ts';

/** The shortest time between two updates of a grant's last use. */
const TOUCH_INTERVAL_MS = 60_000;
/** Every JWT starts with this: the base64url of `{"`. */
const JWT_START = 'ey';

type Claims = {
  readonly grantId: string;
  readonly organizationId: string;
  readonly userId: string;
  readonly clientId: string;
  readonly scope: string;
};

/** Checks whether a request carries an access token rather than an API key. */
export function hasAccessToken(headers: Headers): boolean {
  return readBearer(headers)?.startsWith(JWT_START) === true;
}

/**
 * Verifies an agent's access token (RFC 9068) in the Authorization header field: the signature, issuer,
 * audience and times, that its grant is live, and that its person is still a member. Refuses with
 * `unauthorized`; `details.reason` distinguishes an expired token from an invalid one.
 */
export async function verifyAgent(services: Services, headers: Headers): Promise<Agent> {
  const token = readBearer(headers);
  if (token === null) throw createRefusal('unauthorized', undefined, 'Missing access token.');
  const { grantId, organizationId, userId, clientId, scope } = await verifyClaims(services, token);
  const agent = await findLiveAgent(services, { organizationId, grantId });
  if (agent === null || agent.sender.userId !== userId || agent.clientId !== clientId)
    throw createRefusal('unauthorized', { reason: 'token_revoked' }, "This agent's access has ended.");
  return { ...agent, scopes: pickScopes(scope.split(' ')).filter((word) => agent.scopes.includes(word)) };
}

/**
 * Returns the agent of a grant, with everything that was granted, or null unless the grant is live and its
 * person is still a member. Refuses if the organization is suspended, or if the person lacks the second
 * factor that it requires.
 */
export async function findLiveAgent(
  services: Services,
  { organizationId, grantId }: { readonly organizationId: string; readonly grantId: string },
): Promise<Agent | null> {
  const grant = await transaction(services.db, { organizationId }, (tx) =>
    findLiveGrant(tx, organizationId, grantId),
  );
  if (grant === null) return null;
  if (grant.isSuspended) throw createSuspendedRefusal();
  if (grant.lacksSecondFactor) throw createSecondFactorRefusal();
  const now = services.clock();
  if (grant.lastUsedAt === null || now.getTime() - grant.lastUsedAt.getTime() > TOUCH_INTERVAL_MS)
    await transaction(services.db, { organizationId }, (tx) => touchGrant(tx, organizationId, grantId, now));
  const { clientId, clientName, isTest, role, scopes, asksFirst, sender } = grant;
  const agent = { clientId, clientName, organizationId, isTest, role, scopes, asksFirst, sender };
  return { kind: 'agent', grantId, ...agent };
}

function readBearer(headers: Headers): string | null {
  return /^Bearer ([^\s]+)$/i.exec(headers.get('authorization') ?? '')?.[1] ?? null;
}

async function verifyClaims(services: Services, token: string): Promise<Claims> {
  try {
    const { payload } = await jwtVerify(token, ({ kid }) => requireKey(services, kid), {
      algorithms: ['ES256'],
      typ: 'at+jwt',
      issuer: services.config.http.origin,
      audience: services.accessTokens.audience,
      currentDate: services.clock(),
      requiredClaims: ['exp', 'iat', 'sub', 'client_id', 'scope', 'grant', 'org'],
    });
    return {
      grantId: requireText(payload, 'grant'),
      organizationId: requireText(payload, 'org'),
      userId: requireText(payload, 'sub'),
      clientId: requireText(payload, 'client_id'),
      scope: requireText(payload, 'scope'),
    };
  } catch (error) {
    if (error instanceof errors.JWTExpired)
      throw createRefusal('unauthorized', { reason: 'token_expired' }, 'The access token has expired.');
    if (error instanceof errors.JOSEError) throw createInvalidTokenRefusal();
    throw error;
  }
}

async function requireKey({ accessTokens }: Services, kid: string | undefined): Promise<CryptoKey> {
  const key = kid === undefined ? null : await accessTokens.keys.verifier(kid);
  if (key === null) throw createInvalidTokenRefusal();
  return key;
}

function requireText(payload: JWTPayload, name: string): string {
  const value = payload[name];
  if (typeof value !== 'string') throw createInvalidTokenRefusal();
  return value;
}

function createInvalidTokenRefusal() {
  return createRefusal('unauthorized', { reason: 'token_invalid' }, 'This access token is invalid.');
}
