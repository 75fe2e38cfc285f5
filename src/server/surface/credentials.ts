import { errors, type JWTPayload, jwtVerify } from 'jose';
import { createRefusal } from '#domain/errors.ts';
import { LOOPBACK } from '#domain/organization/redirect.ts';
import { pickScopes } from '#domain/organization/scope.ts';
import { REFUSAL_MESSAGES } from '#domain/refusal-messages.ts';
import { hashToken } from '#server/crypto/account-token.ts';
import { hashApiKey, parseApiKey } from '#server/crypto/api-key.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { findLiveGrant, touchGrant } from '#server/db/oauth/oauth-grants.ts';
import { findApiKey, touchApiKey } from '#server/db/organizations/api-keys.ts';
import { readOrganization } from '#server/db/organizations/organizations.ts';
import { findDirectoryToken, touchToken } from '#server/db/single-sign-on/directory-tokens.ts';
import { isInNetworks } from '#server/outbound/address.ts';
import type { Services } from '#server/runtime/services.ts';
import type { Agent, Principal } from './principal.ts';

/** The shortest time between two updates of a key's last use. */
const TOUCH_INTERVAL_MS = 60_000;

/**
 * Verifies an API key in `Authorization: Bearer` or `x-api-key`: that it is active, hasn't expired, and may
 * be used from the client's address. Refuses with `unauthorized`, or with `forbidden` while the key's creator
 * lacks a required second factor.
 */
export async function verifyApiKey(
  services: Services,
  headers: Headers,
  ipAddress: string | null,
): Promise<Principal> {
  const key = parseApiKey(readCredential(headers) ?? '');
  if (key === null) throw createRefusal('unauthorized', undefined, 'Missing or invalid API key.');
  const hash = hashApiKey(key);
  const owner = await findApiKey(services.db, hash);
  if (owner === null) throw createRefusal('unauthorized', undefined, 'Missing or invalid API key.');
  const { lastUsedAt, expiresAt, allowedNetworks, lacksSecondFactor, isSuspended, ...principal } = owner;
  const now = services.clock();
  if (expiresAt !== null && expiresAt <= now)
    throw createRefusal('unauthorized', undefined, 'This API key has expired.');
  if (allowedNetworks !== null && (ipAddress === null || !isInNetworks(ipAddress, allowedNetworks)))
    throw createRefusal('unauthorized', undefined, "This API key can't be used from this address.");
  if (isSuspended) throw createSuspendedRefusal();
  if (lacksSecondFactor) throw createSecondFactorRefusal();
  if (lastUsedAt === null || now.getTime() - lastUsedAt.getTime() > TOUCH_INTERVAL_MS) {
    const { organizationId, keyId } = owner;
    await transaction(services.db, { organizationId }, (tx) => touchApiKey(tx, organizationId, keyId, now));
  }
  return { kind: 'api_key', ...principal };
}

function readCredential(headers: Headers): string | null {
  const bearer = /^Bearer ([^\s]+)$/i.exec(headers.get('authorization') ?? '')?.[1];
  return bearer ?? headers.get('x-api-key');
}

/** Every JWT starts with this: the base64url of `{"`. */
const JWT_START = 'ey';

/** Checks whether a request carries an access token rather than an API key. */
export function hasAccessToken(headers: Headers): boolean {
  return readBearer(headers)?.startsWith(JWT_START) === true;
}

/**
 * Refuses a request whose Host or Origin isn't ours with `forbidden`, so that a page whose name resolves to
 * this machine (DNS rebinding) can't reach anything. If one of our origins (`own`) is on this machine, all
 * names of this machine are accepted.
 */
export function refuseForeignSource(headers: Headers, own: readonly string[]): void {
  const host = headers.get('host');
  const origin = headers.get('origin');
  const allowed = own.map((one) => new URL(one));
  if (host !== null && !allowed.some((url) => isOwnHost(host, url))) throw createForeignRefusal('Host');
  if (origin !== null && !allowed.some((url) => isOwnOrigin(origin, url)))
    throw createForeignRefusal('Origin');
}

function isOwnHost(host: string, url: URL): boolean {
  if (host.toLowerCase() === url.host) return true;
  return LOOPBACK.has(url.hostname) && LOOPBACK.has(getHostname(`http://${host}`));
}

function isOwnOrigin(origin: string, url: URL): boolean {
  if (origin === url.origin) return true;
  return LOOPBACK.has(url.hostname) && LOOPBACK.has(getHostname(origin));
}

function getHostname(text: string): string {
  return URL.canParse(text) ? new URL(text).hostname : '';
}

function createForeignRefusal(name: string) {
  return createRefusal('forbidden', undefined, `The ${name} header doesn't name this service.`);
}

type Claims = {
  readonly grantId: string;
  readonly organizationId: string;
  readonly userId: string;
  readonly clientId: string;
  readonly scope: string;
};

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

/**
 * Verifies the token of an organization's directory in `Authorization: Bearer`. Refuses with `unauthorized`,
 * or `forbidden` while the organization is suspended.
 */
export async function verifyDirectory(services: Services, headers: Headers): Promise<Principal> {
  const token = /^Bearer (scim_[\w-]{43})$/i.exec(headers.get('authorization') ?? '')?.[1];
  if (token === undefined) throw createInvalidDirectoryTokenRefusal();
  const directoryHash = hashToken(token);
  const found = await transaction(services.db, { directoryHash }, (tx) =>
    findDirectoryToken(tx, directoryHash),
  );
  if (found === null) throw createInvalidDirectoryTokenRefusal();
  const { id, organizationId, lastUsedAt } = found;
  const now = services.clock();
  const isDue = lastUsedAt === null || now.getTime() - lastUsedAt.getTime() > TOUCH_INTERVAL_MS;
  await transaction(services.db, { organizationId }, async (tx) => {
    const { suspendedAt } = await readOrganization(tx, organizationId);
    if (suspendedAt !== null) throw createSuspendedRefusal();
    if (isDue) await touchToken(tx, organizationId, id, now);
  });
  return { kind: 'directory', tokenId: id, organizationId };
}

function createInvalidDirectoryTokenRefusal() {
  return createRefusal('unauthorized', undefined, 'Missing or invalid token.');
}

/** Creates the refusal for the keys and agents of an organization that the operator suspended. */
export function createSuspendedRefusal() {
  return createRefusal(
    'forbidden',
    { reason: 'organization_suspended' },
    REFUSAL_MESSAGES.organization_suspended,
  );
}

/**
 * Creates the refusal for members without the second factor that their organization requires, and for those
 * members' keys and agents.
 */
export function createSecondFactorRefusal() {
  return createRefusal(
    'forbidden',
    { reason: 'second_factor_required' },
    REFUSAL_MESSAGES.second_factor_required,
  );
}
