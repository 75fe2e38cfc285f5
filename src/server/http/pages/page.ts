import type { Refusal } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import { createPageCaller, type PageCaller } from '#server/procedures/router.ts';
import type { Services } from '#server/runtime/services.ts';
import { admit, type Admitted, LengthRequired, watchAdmission } from '#server/surface/admit.ts';
import {
  type Arrival,
  arrive,
  buildContentPolicy,
  buildReplyHeaders,
  findFrameOrigin,
} from '#server/surface/arrival.ts';
import { getCookieName, openCookies, readCookie } from '#server/surface/cookies.ts';
import type { Session } from '#server/surface/principal.ts';
import { toLoggablePath } from '#server/surface/table.ts';
import { toRefusal } from '#server/trpc/refusal-in.ts';

/** A page request as the page framework provides it. */
export type PageRequest = {
  readonly request: Request;
  /** The URL of the page, without what the framework adds for its own requests. */
  readonly url: URL;
  readonly socketAddress: string;
};

/** A page request that was admitted, refused, or redirected to sign in first. */
export type PageEntry =
  | {
      readonly kind: 'admitted';
      readonly requestId: string;
      readonly session: Session | null;
      /** The only other origin that may show the page in a frame; null for none. */
      readonly frameOrigin: string | null;
      /** The procedures, called in process with the request's session. */
      readonly caller: PageCaller;
      /**
       * Adds the header fields of the request's surface and the cookies that procedures set to a response.
       */
      readonly finish: (response: Response) => Response;
    }
  | { readonly kind: 'refused'; readonly response: Response }
  | { readonly kind: 'sign_in'; readonly location: string };

/** Admits a page request by the same table as API requests. */
export async function admitPage(
  services: Services,
  { request, url, socketAddress }: PageRequest,
): Promise<PageEntry> {
  const forwarded = request.headers.get('x-forwarded-for');
  const arrival = arrive(request, url, services.clientAddress(socketAddress, forwarded));
  let admitted: Admitted;
  try {
    admitted = await admit(services, arrival);
  } catch (error) {
    if (error instanceof LengthRequired) return answerRefusal(services, arrival, error);
    const known = toRefusal(error);
    if (known === null) throw error;
    return known.code === 'unauthorized'
      ? { kind: 'sign_in', location: await resolveSignInLocation(services, arrival) }
      : answerRefusal(services, arrival, known);
  }
  return openPage(services, request, arrival, admitted, await findFrameOrigin(services, arrival));
}

function openPage(
  services: Services,
  request: Request,
  arrival: Arrival,
  { principal }: Admitted,
  frameOrigin: string | null,
): PageEntry {
  const { requestId, audit, surface } = arrival;
  const { http } = services.config;
  const replyHeaders = new Headers();
  const renew = watchAdmission(services, arrival, principal);
  // A form may take a while to arrive. What follows it belongs to the same answer, also if it ended the session.
  let renewed: ReturnType<typeof renew> | null = null;
  return {
    kind: 'admitted',
    requestId,
    session: principal.kind === 'session' ? principal.session : null,
    frameOrigin,
    caller: createPageCaller(
      {
        services,
        principal,
        renewPrincipal: async () => await (renewed ??= renew()),
        audit,
        requestId,
        replyHeaders,
        cookies: openCookies(request.headers, replyHeaders, http.origin),
        body: request.body,
        contentType: request.headers.get('content-type'),
        idempotency: null,
      },
      { onError: ({ error }) => countIfRefused(services, arrival, toRefusal(error)) },
    ),
    finish: (response) => {
      const { headers } = response;
      for (const cookie of replyHeaders.getSetCookie()) headers.append('set-cookie', cookie);
      for (const [name, value] of Object.entries(buildReplyHeaders(arrival, http, frameOrigin)))
        headers.set(name, value);
      const policy = headers.get('content-security-policy');
      if (policy !== null)
        headers.set('content-security-policy', buildContentPolicy(surface, policy, frameOrigin));
      return response;
    },
  };
}

function countIfRefused({ countRefusal }: Services, arrival: Arrival, refused: Refusal | null): void {
  if (refused === null || refused.status >= 500) return;
  const { surface, audit, url } = arrival;
  const path = toLoggablePath(url.pathname);
  countRefusal({ code: refused.code, prefix: surface.prefix, path, ipAddress: audit.ipAddress });
}

/** Responds in plain text, because no page is rendered for a request that wasn't admitted. */
function answerRefusal(services: Services, arrival: Arrival, problem: Refusal | LengthRequired): PageEntry {
  const { status, message } = problem;
  if (!(problem instanceof LengthRequired)) countIfRefused(services, arrival, problem);
  const retryAfter = problem instanceof LengthRequired ? undefined : problem.details?.['retryAfterSeconds'];
  const headers = new Headers({
    ...buildReplyHeaders(arrival, services.config.http),
    ...(typeof retryAfter === 'number' ? { 'retry-after': String(retryAfter) } : {}),
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
  });
  return { kind: 'refused', response: new Response(`${message}\n`, { status, headers }) };
}

/** Returns the lock screen if the device was handed to somebody, otherwise the sign-in page. */
async function resolveSignInLocation(
  { sessions, config }: Services,
  { surface, url, headers }: Arrival,
): Promise<string> {
  const path =
    surface.returnTo === 'parent' ? url.pathname.slice(0, url.pathname.lastIndexOf('/')) : url.pathname;
  const wanted = surface.returnTo === 'parent' ? [path] : [path + url.search, path];
  const next = wanted.map(encodeURIComponent).find(({ length }) => length <= LIMITS.nextPathMaxChars);
  const token = readCookie(headers.get('cookie'), getCookieName('session', config.http.origin));
  const isLocked = token !== null && (await sessions.lockOf(token)) !== null;
  return `${isLocked ? '/unlock' : '/login'}${next === undefined ? '' : `?next=${next}`}`;
}
