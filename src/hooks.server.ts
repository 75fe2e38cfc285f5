import { error, type Handle, type HandleServerError, type ResolveOptions } from '@sveltejs/kit';
import { ERRORS } from '#domain/errors.ts';
import { textDirection, type Language } from '#domain/language.ts';
import { LIMITS } from '#domain/limits.ts';
import type { App } from './server/app/app.ts';
import { requestIdOf } from './server/http/node/request-id.ts';
import { inLanguage, requestLanguage } from '#i18n/request-language.ts';
import { refusalOf } from '#wire/error.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);
const SIGNER_PAGE = '/sign';
/** The one page request whose body may be as large as a document; it is never held in memory. */
const UPLOAD = /^\/envelopes\/[^/]+\/document$/;

/** The signer's pages over a draft, which the editor shows in a frame. */
const PREVIEW = /^\/envelopes\/[^/]+\/preview$/;

/** Where a person decides on an agent. */
const CONSENT = /^\/oauth\/consent\/[^/]+$/;

/** The running program. Pages are bundled apart from it, so that they find it by a symbol. */
function runningApp(): App {
  const app = (globalThis as Record<symbol, unknown>)[Symbol.for('countersign.app')];
  if (app === undefined) throw new Error('the pages run only within the server: use npm start');
  return app as App;
}

/** Lets a page's request in: checks where a write comes from, and says who is logged in. */
export const handle: Handle = async ({ event, resolve }) => {
  const app = runningApp();
  const { request } = event;
  if (!SAFE_METHODS.has(request.method) && !app.isOwnRequest(request)) {
    error(403, 'This request does not come from our own pages.');
  }
  refuseLongBody(request, event.url.pathname);
  const token = event.cookies.get(app.sessions.cookieName);
  const session = token === undefined ? null : await app.sessions.validate(token);
  const audit = {
    ipAddress: app.clientAddress(request, event.getClientAddress()),
    userAgent: request.headers.get('user-agent')?.slice(0, 500) ?? null,
  };
  const seconds = await app.refusedFor(session, audit.ipAddress);
  if (seconds !== null) return tooMany(seconds);
  const requestId = requestIdOf(request.headers.get('x-request-id'));
  event.locals.app = app;
  event.locals.requestId = requestId;
  event.locals.session = session;
  event.locals.caller = app.caller({
    session,
    audit,
    requestId,
    body: request.body,
    contentType: request.headers.get('content-type'),
  });
  // A signer's language has nothing to do with an account that the same browser is signed in to.
  const account = event.url.pathname === SIGNER_PAGE ? null : (session?.user.language ?? null);
  const language = requestLanguage({ account, cookies: event.cookies, request });
  const response = await inLanguage(language, () => resolve(event, documentLanguage(language)));
  if (CONSENT.test(event.url.pathname)) allowLeaving(response.headers);
  response.headers.set('x-request-id', requestId);
  response.headers.set('x-content-type-options', 'nosniff');
  response.headers.set('x-frame-options', 'DENY');
  if (PREVIEW.test(event.url.pathname)) allowOwnFrame(response.headers);
  if (!response.headers.has('referrer-policy')) response.headers.set('referrer-policy', 'same-origin');
  return response;
};

/** What whoever asks too often reads: no page is made for it. */
function tooMany(seconds: number): Response {
  return new Response(`${ERRORS.rate_limited.message}\n`, {
    status: ERRORS.rate_limited.status,
    headers: {
      'retry-after': String(seconds),
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
    },
  });
}

function documentLanguage(language: Language): ResolveOptions {
  return {
    transformPageChunk: ({ html }) =>
      html.replace('%lang%', language).replace('%dir%', textDirection(language)),
  };
}

/** A form whose answer leads to an app's address is stopped there by browsers that hold redirects against form-action. */
function allowLeaving(headers: Headers): void {
  const policy = headers.get('content-security-policy');
  if (policy !== null) headers.set('content-security-policy', policy.replace(/;?\s*form-action [^;]*/, ''));
}

/** Our own pages alone may show it in a frame: whoever frames a page lays what they like over it. */
function allowOwnFrame(headers: Headers): void {
  headers.set('x-frame-options', 'SAMEORIGIN');
  const policy = headers.get('content-security-policy');
  if (policy !== null)
    headers.set('content-security-policy', policy.replace(/frame-ancestors [^;]*/, "frame-ancestors 'self'"));
}

/** Forms are short and say their length. Without this anyone could have a document's worth of bytes read as a form. */
function refuseLongBody({ method, headers }: Request, path: string): void {
  if (SAFE_METHODS.has(method) || (method === 'PUT' && UPLOAD.test(path))) return;
  if (Number(headers.get('content-length') ?? 0) > LIMITS.jsonBodyMaxBytes)
    error(413, ERRORS.payload_too_large.message);
  if (headers.has('transfer-encoding')) error(411, 'This request does not say how long it is.');
}

/** What a page shows of an error: a refusal in its own words, of the unexpected only the request id. */
export const handleError: HandleServerError = ({ error: thrown, event, status, message }) => {
  const { requestId } = event.locals;
  const refused = refusalOf(thrown);
  if (refused !== null) return { message: refused.message, code: refused.code, requestId };
  if (status >= 500) event.locals.app.reportPageError(thrown, requestId, event.url.pathname);
  return { message, requestId };
};
