import { transaction } from '#server/db/client/transaction.ts';
import { readFrameOrigin } from '#server/db/envelopes/page-sessions.ts';
import type { Config } from '#server/runtime/config.ts';
import type { Audit } from '#server/runtime/context.ts';
import type { Services } from '#server/runtime/services.ts';
import { getSurface, type Surface } from './table.ts';

/** A request on arrival: what is known about it before anything is decided. */
export type Arrival = {
  readonly surface: Surface;
  readonly requestId: string;
  readonly audit: Audit;
  readonly method: string;
  readonly headers: Headers;
  readonly url: URL;
};

const USER_AGENT_MAX_CHARS = 500;

const PERMISSIONS = [
  ...['publickey-credentials-get', 'publickey-credentials-create', 'clipboard-write', 'fullscreen'].map(
    (feature) => `${feature}=(self)`,
  ),
  ...['camera', 'microphone', 'geolocation', 'payment', 'usb', 'serial', 'hid', 'midi'].map(
    (feature) => `${feature}=()`,
  ),
].join(', ');

const FRAME_OPTIONS = { none: 'DENY', own: 'SAMEORIGIN', session: 'DENY' } as const;

/** Looks up a request in the table of surfaces. */
export function arrive(
  request: { readonly method: string; readonly headers: Headers },
  url: URL,
  ipAddress: string | null,
): Arrival {
  const { method, headers } = request;
  const userAgent = headers.get('user-agent')?.slice(0, USER_AGENT_MAX_CHARS) ?? null;
  return {
    surface: getSurface(url.pathname),
    requestId: pickRequestId(headers.get('x-request-id')),
    audit: { ipAddress, userAgent },
    method,
    headers,
    url,
  };
}

/**
 * Returns the id for a request's logs and response: the caller's own id if it is a plain name, otherwise a
 * new one.
 */
export function pickRequestId(given: string | null | undefined): string {
  return given && /^[A-Za-z0-9._-]{1,100}$/.test(given) ? given : crypto.randomUUID();
}

/**
 * Returns the header fields that the table sets on every response of a surface, including refusals.
 * `frameOrigin` is the frame origin of the page's session.
 */
export function buildReplyHeaders(
  { surface, requestId, headers, url }: Arrival,
  { webOrigin }: Config['http'],
  frameOrigin: string | null = null,
): Record<string, string> {
  const isSecret = surface.secretParameter !== null && url.searchParams.has(surface.secretParameter);
  const cacheControl = isSecret ? 'no-store' : surface.cacheControl;
  const referrer = isSecret ? 'no-referrer' : surface.referrer;
  return {
    'x-request-id': requestId,
    ...buildIsolationHeaders(surface, url),
    // No page needs more from the device than passkeys and copying.
    'permissions-policy': PERMISSIONS,
    ...(cacheControl === null ? {} : { 'cache-control': cacheControl }),
    // X-Frame-Options can't name another origin, but the content security policy can.
    ...(surface.frames === null || frameOrigin !== null
      ? {}
      : { 'x-frame-options': FRAME_OPTIONS[surface.frames] }),
    ...(referrer === null ? {} : { 'referrer-policy': referrer }),
    ...(surface.robots === null ? {} : { 'x-robots-tag': surface.robots }),
    ...(surface.cors ? buildCorsHeaders(headers, webOrigin) : {}),
  };
}

/**
 * Returns the header fields of every response, also of files and of requests that were refused on arrival:
 * its type is the stated one, and other sites can neither embed it nor keep a hold of its window.
 */
export function buildIsolationHeaders(surface: Surface, url: URL): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': surface.cors ? 'cross-origin' : 'same-origin',
    ...(isIsolated(surface, url) ? { 'cross-origin-opener-policy': 'same-origin' } : {}),
  };
}

function isIsolated({ isolated }: Surface, { searchParams }: URL): boolean {
  if (isolated !== 'except_for_agents') return isolated;
  return searchParams.get('next')?.startsWith('/oauth/') !== true;
}

/**
 * Returns the content security policy for a surface's pages, based on the policy that all pages are built
 * with. It allows inline styles everywhere: the framework renders positions as attributes, and a document stays
 * when its reader goes on to another page, where a sender's colors or an email's preview are style elements.
 */
export function buildContentPolicy(
  { frames, formsMayLeave }: Surface,
  policy: string,
  frameOrigin: string | null = null,
): string {
  const ancestors = frames === 'own' ? "'self'" : frameOrigin;
  const framed =
    ancestors === null ? policy : policy.replace(/frame-ancestors [^;]*/, `frame-ancestors ${ancestors}`);
  return formsMayLeave ? framed.replace(/;?\s*form-action [^;]*/, '') : framed;
}

/**
 * Returns the origin that a session's page was requested for, as long as that origin is still registered by
 * the organization.
 */
export async function findFrameOrigin(
  { db }: Pick<Services, 'db'>,
  { surface, url }: Pick<Arrival, 'surface' | 'url'>,
): Promise<string | null> {
  const sessionId = /^\/(?:sign|edit)\/session\/([a-z0-9_]{1,40})$/.exec(url.pathname)?.[1];
  if (surface.frames !== 'session' || sessionId === undefined) return null;
  return await transaction(db, { sessionId }, (tx) => readFrameOrigin(tx, sessionId));
}

/** Returns the CORS header fields (Fetch standard) of a surface that only the web app's origin may call. */
function buildCorsHeaders(headers: Headers, webOrigin: string): Record<string, string> {
  if (headers.get('origin') !== webOrigin) return { vary: 'Origin' };
  return {
    vary: 'Origin',
    'access-control-allow-origin': webOrigin,
    'access-control-expose-headers':
      'X-Request-Id, Retry-After, RateLimit, RateLimit-Policy, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset',
  };
}
