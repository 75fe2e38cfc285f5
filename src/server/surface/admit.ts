import { isDeepStrictEqual } from 'node:util';
import { createRefusal } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import type { RateStatus } from '#server/rates/rate-limit.ts';
import type { Services } from '#server/runtime/services.ts';
import {
  findLiveAgent,
  hasAccessToken,
  refuseForeignSource,
  verifyAgent,
  verifyApiKey,
  verifyDirectory,
} from './credentials.ts';
import type { Arrival } from './arrival.ts';
import { getCookieName, readCookie } from './cookies.ts';
import { type Agent, type Principal, type RenewPrincipal, toRequester } from './principal.ts';
import { noteRequester } from '#server/runtime/requester.ts';
import { readEditingToken } from '#server/crypto/tokens/editing-token.ts';
import { readSignerToken } from '#server/crypto/signer-token.ts';
import { readUploadToken } from '#server/crypto/tokens/upload-token.ts';
import { readDocumentToken } from '#server/crypto/tokens/document-token.ts';
import { findLiveGrant } from '#server/db/oauth/oauth-grants.ts';
import { transaction } from '#server/db/client/transaction.ts';

export type Admitted = { readonly principal: Principal; readonly rate: RateStatus | null };

/** A form without a stated length. HTTP has a separate status for this (RFC 9110 section 15.5.12). */
export class LengthRequired extends Error {
  override readonly name = 'LengthRequired';
  readonly status = 411;
}

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Admits a request to the API or a page, or refuses it before its body and route are looked at: `forbidden`
 * for a write that another site started, `unsupported_media_type` for a compressed body, `payload_too_large`,
 * `unauthorized` and `rate_limited`.
 */
export async function admit(services: Services, arrival: Arrival): Promise<Admitted> {
  requireOwnOrigin(services, arrival);
  requirePlainBody(arrival);
  requireShortBody(arrival);
  const principal = await authenticate(services, arrival);
  noteRequester(toRequester(principal));
  return { principal, rate: await countRequest(services, arrival, principal) };
}

/** How long a check of a credential counts, unless the caller wants it to be later. */
const TRUSTED_MS = 2000;

/**
 * Returns a function that checks again whose request this is, if it was checked longer ago: a body may take
 * minutes to arrive, and a call may wait for something to happen. Meanwhile a key may have been revoked, or its
 * person removed. The function returns null if the last check still counts, and refuses like {@link admit}.
 */
export function watchAdmission(services: Services, arrival: Arrival, principal: Principal): RenewPrincipal {
  let checkedAt = services.clock().getTime();
  return async (trustedMs = TRUSTED_MS) => {
    const now = services.clock().getTime();
    if (now - checkedAt < trustedMs) return null;
    const current = await authenticate(services, arrival);
    if (!isDeepStrictEqual(toRequester(current), toRequester(principal))) throw createRefusal('unauthorized');
    checkedAt = now;
    return current;
  };
}

function requireOwnOrigin({ config }: Services, { surface, method, headers }: Arrival): void {
  if (!surface.cookies || SAFE_METHODS.has(method)) return;
  if (isOwnOrigin(headers, config.http.origin)) return;
  if (surface.kind === 'api' && isProgram(headers)) return;
  throw createRefusal('forbidden', undefined, 'This request comes from another site.');
}

/**
 * Bodies are read as they arrive. A compressed body would be read as broken or unpack to gigabytes (RFC 9110
 * section 15.5.16).
 */
function requirePlainBody({ method, headers }: Arrival): void {
  const encoding = headers.get('content-encoding')?.trim().toLowerCase() ?? 'identity';
  if (SAFE_METHODS.has(method) || encoding === 'identity' || encoding === '') return;
  throw createRefusal(
    'unsupported_media_type',
    { acceptEncoding: 'identity' },
    'Send the body uncompressed.',
  );
}

/**
 * Forms are short and state their length. Otherwise, anyone could make the server parse a document's worth of
 * bytes as a form.
 */
function requireShortBody({ surface, method, headers }: Arrival): void {
  if (surface.body === 'operation' || SAFE_METHODS.has(method)) return;
  if (surface.body === 'document' && method === 'PUT') return;
  const maxBytes = LIMITS.jsonBodyMaxBytes;
  if (Number(headers.get('content-length') ?? 0) > maxBytes)
    throw createRefusal('payload_too_large', { maxBytes });
  if (headers.has('transfer-encoding')) throw new LengthRequired('Content-Length is required.');
}

async function authenticate(services: Services, arrival: Arrival): Promise<Principal> {
  const { surface, headers, url, audit } = arrival;
  switch (surface.method) {
    case 'developer':
      return hasAccessToken(headers)
        ? await verifyAgent(services, headers)
        : await verifyApiKey(services, headers, audit.ipAddress);
    case 'agent':
      refuseForeignSource(headers, listOwnOrigins(services));
      return await verifyAgent(services, headers);
    case 'signer_token':
      return verifySignerToken(services, headers, url.searchParams);
    case 'editing_token':
      return verifyEditingToken(services, headers);
    case 'document_token':
      return await verifyDocumentToken(services, url.pathname);
    case 'upload_token':
      return await verifyUploadToken(services, url.pathname);
    case 'directory_token':
      return await verifyDirectory(services, headers);
    case 'session': {
      const principal = await readSession(services, headers);
      if (principal.kind !== 'session' && !isPageCall(arrival)) throw createRefusal('unauthorized');
      return principal;
    }
    case 'visitor':
      return await readSession(services, headers);
    case 'authorization_server':
    case 'none':
      return { kind: 'nobody' };
    default:
      return surface.method satisfies never;
  }
}

async function countRequest(
  { rates }: Services,
  { surface, audit }: Arrival,
  principal: Principal,
): Promise<RateStatus | null> {
  const address = audit.ipAddress ?? 'unknown';
  switch (surface.rate) {
    case 'credential':
    case 'visitor':
      return (
        (await countCredential(rates, principal)) ??
        (surface.rate === 'visitor' ? await rates.visitor.take(address) : null)
      );
    case 'public':
      return await rates.reader.take(address);
    case 'health':
      return await rates.health.take(address);
    case 'authorization':
      return await rates.authorization.take(address);
    case 'registration': {
      const rate = await rates.registration.take(address);
      // A registration is kept for a day: without an hourly limit, one address could fill the database.
      await rates.hourlyRegistration.take(address);
      return rate;
    }
    case null:
      return null;
    default:
      return surface.rate satisfies never;
  }
}

async function countAgent(rates: Services['rates'], agent: Agent): Promise<RateStatus> {
  await rates.organization.take(agent.organizationId);
  return await rates.agent.take(agent.grantId);
}

async function countCredential(rates: Services['rates'], principal: Principal): Promise<RateStatus | null> {
  switch (principal.kind) {
    case 'api_key': {
      const rate = await rates.apiKey.take(principal.keyId);
      await rates.organization.take(principal.organizationId);
      return rate;
    }
    case 'agent':
      return await countAgent(rates, principal);
    case 'upload_link':
      return await countAgent(rates, principal.agent);
    case 'signer':
      return await rates.signer.take(`${principal.claims.env} ${principal.claims.part}`);
    case 'editor':
      return await rates.signer.take(principal.claims.sid);
    case 'session':
      return await rates.session.take(principal.session.user.id);
    case 'directory':
      return await rates.directory.take(principal.tokenId);
    case 'document_link':
    case 'nobody':
      return null;
    default:
      return principal satisfies never;
  }
}

/**
 * Checks whether a page's script sent the request, as opposed to the browser navigating. Such a request is
 * refused by its operation, so the refusal appears in the page.
 */
function isPageCall({ surface, method, headers }: Arrival): boolean {
  if (surface.kind !== 'page' || SAFE_METHODS.has(method)) return false;
  return method !== 'POST' || headers.has('x-sveltekit-action');
}

/**
 * Checks whether the browser says that one of our pages made the request (Fetch Metadata, or the Origin
 * header).
 */
function isOwnOrigin(headers: Headers, origin: string): boolean {
  const given = headers.get('origin');
  return given === null ? headers.get('sec-fetch-site') === 'same-origin' : given === origin;
}

/**
 * Checks whether the request came from a program instead of a browser. Browsers state the origin of each
 * write. Without a cookie, there is also nothing to abuse.
 */
function isProgram(headers: Headers): boolean {
  return !headers.has('origin') && !headers.has('sec-fetch-site') && !headers.has('cookie');
}

function listOwnOrigins({ config }: Services): readonly string[] {
  const { origin, webOrigin, mcpUrl } = config.http;
  return [origin, webOrigin, mcpUrl];
}

async function readSession({ sessions, config }: Services, headers: Headers): Promise<Principal> {
  const token = readCookie(headers.get('cookie'), getCookieName('session', config.http.origin));
  const session = token === null ? null : await sessions.validate(token);
  return session === null ? { kind: 'nobody' } : { kind: 'session', session };
}

/**
 * Verifies the bearer token of a page that edits one draft. Whether the session is over is decided where the
 * session is read.
 */
function verifyEditingToken(
  { config, clock }: Pick<Services, 'config' | 'clock'>,
  headers: Headers,
): Principal {
  const bearer = /^Bearer ([^\s]+)$/i.exec(headers.get('authorization') ?? '')?.[1];
  const claims = readEditingToken(bearer ?? '', config.secretKeys, clock());
  if (claims === null) throw createRefusal('unauthorized', { reason: 'session_over' });
  return { kind: 'editor', claims };
}

/**
 * Verifies a signer's token, sent as a bearer token or in the `token` query parameter. Whether the link still
 * works depends on the envelope and is decided where the envelope is read.
 */
function verifySignerToken(
  services: Pick<Services, 'config'>,
  headers: Headers,
  query: URLSearchParams,
): Principal {
  const bearer = /^Bearer ([^\s]+)$/i.exec(headers.get('authorization') ?? '')?.[1];
  const claims = readSignerToken(bearer ?? query.get('token') ?? '', services.config.secretKeys);
  if (claims === null) throw createRefusal('unauthorized', undefined, 'Missing or invalid signing link.');
  return { kind: 'signer', claims };
}

/**
 * Verifies the token at the end of an upload link. The agent that requested the link takes in whatever is
 * uploaded there. Refuses with `unauthorized`, also after the agent's grant has ended.
 */
async function verifyUploadToken(services: Services, path: string): Promise<Principal> {
  const token = /^\/api\/uploads\/([^/]+)$/.exec(path)?.[1] ?? '';
  const claims = readUploadToken(token, services.config.secretKeys, services.clock());
  const agent =
    claims === null
      ? null
      : await findLiveAgent(services, { organizationId: claims.org, grantId: claims.grant });
  if (claims === null || agent === null)
    throw createRefusal('unauthorized', undefined, 'This link is invalid or has expired.');
  return { kind: 'upload_link', claims, agent };
}

/**
 * Verifies the token at the end of a document's link. Refuses with `unauthorized`, also after the grant of
 * the agent that requested the link has ended, and when that agent would be refused.
 */
async function verifyDocumentToken(
  services: Pick<Services, 'config' | 'clock' | 'db'>,
  path: string,
): Promise<Principal> {
  const token = /^\/api\/documents\/([^/]+)$/.exec(path)?.[1] ?? '';
  const claims = readDocumentToken(token, services.config.secretKeys, services.clock());
  if (claims === null) throw createInvalidLinkRefusal();
  const { org: organizationId, grant } = claims;
  const live = await transaction(services.db, { organizationId }, (tx) =>
    findLiveGrant(tx, organizationId, grant),
  );
  if (live === null || live.isSuspended || live.lacksSecondFactor) throw createInvalidLinkRefusal();
  return { kind: 'document_link', claims, userId: live.sender.userId };
}

function createInvalidLinkRefusal() {
  return createRefusal('unauthorized', undefined, 'This link is invalid or has expired.');
}
