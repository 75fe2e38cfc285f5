import { z } from 'zod';
import { invalid, refusal } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import { givenPassword, newPassword } from '#wire/member.ts';
import { newOrganization } from '#wire/organization.ts';
import { authenticationResponse } from '#wire/passkey.ts';
import { emailAddress } from '#wire/text.ts';
import { toIssues } from '#wire/issues.ts';
import { storableIssues } from '#wire/storable.ts';
import { accountsOf } from '#server/procedures/auth/accounts.ts';
import { requestVerification } from '#server/procedures/auth/email-verification.ts';
import type { Entered } from '#server/procedures/auth/enter.ts';
import type { SignedUp } from '#server/procedures/auth/sign-up.ts';
import type { StartedSession } from '#server/surface/session.ts';
import type { Context } from '#server/trpc/init.ts';
import type { Services } from '#server/app/services.ts';
import { readJson } from './rest/input.ts';
import { rateHeaders } from './rest/rate-headers.ts';
import { MethodNotAllowed } from './rest/rest.ts';

const token = z.string().max(LIMITS.cursorMaxChars);
const credentials = z.strictObject({
  email: z.string().max(LIMITS.emailMaxChars),
  password: z.string(),
  invitation: token.optional(),
});
const code = z.strictObject({ code: z.string().max(100) });
const passkey = z.strictObject({ response: authenticationResponse, invitation: token.optional() });
const reset = z.strictObject({ token, password: newPassword });
const proved = z.strictObject({ token, password: givenPassword });

type Operation = {
  readonly method: 'GET' | 'POST';
  readonly answer: (request: Request, context: Context) => Promise<Response>;
};

/** The accounts' operations for programs; pages have forms. Sessions travel in cookies, never in a body. */
const OPERATIONS: Readonly<Record<string, Operation>> = {
  '/api/auth/sign-up': post(async (request, { services, audit }) =>
    signedUp(services, await accountsOf(services).signUp(await read(request, newOrganization), audit)),
  ),
  '/api/auth/sign-up/confirm': post(async (request, { services, audit }) =>
    entered(services, await accountsOf(services).confirmSignUp(await read(request, proved), audit), 201),
  ),
  '/api/auth/login': post(logIn),
  '/api/auth/login/second-factor': post(async (request, { services, audit }) => {
    const halfToken = cookieOf(request, services, services.sessions.halfCookieName);
    const offered = { halfToken, ...(await read(request, code)) };
    return entered(services, await accountsOf(services).offerSecondFactor(offered, audit), 200);
  }),
  '/api/auth/passkey/challenge': post(async (_request, { services, audit }) => {
    const { options, browser } = await accountsOf(services).passkeyChallenge(audit);
    return withCookie(Response.json(options), services, services.sessions.browserCookieName, browser);
  }),
  '/api/auth/passkey/login': post(async (request, { services, audit }) => {
    const browserToken = cookieOf(request, services, services.sessions.browserCookieName);
    const offered = { browserToken, ...(await read(request, passkey)) };
    return entered(services, await accountsOf(services).logInWithPasskey(offered, audit), 200);
  }),
  '/api/auth/logout': post(logOut),
  '/api/auth/password-reset': post(async (request, { services, audit }) => {
    await accountsOf(services).requestReset(
      await read(request, z.strictObject({ email: emailAddress })),
      audit,
    );
    return Response.json({ status: 'accepted' }, { status: 202 });
  }),
  '/api/auth/password-reset/confirm': post(async (request, { services, audit }) => {
    await accountsOf(services).resetPassword(await read(request, reset), audit);
    return Response.json({ status: 'reset' });
  }),
  '/api/auth/email-verification': post(async (_request, { services, principal }) => {
    if (principal.kind !== 'session') throw refusal('unauthorized');
    await requestVerification(services, principal.session);
    return Response.json({ status: 'accepted' }, { status: 202 });
  }),
  '/api/auth/email-verification/confirm': post(async (request, { services, principal, audit }) => {
    const given = await read(request, proved.partial({ password: true }));
    const session = principal.kind === 'session' ? principal.session : null;
    const { email } = await accountsOf(services).confirmEmail(given, session, audit);
    return Response.json({ status: 'verified', email });
  }),
  '/api/auth/session': {
    method: 'GET',
    answer: (_request, { principal }) => {
      if (principal.kind !== 'session') throw refusal('unauthorized');
      const { user, organization, role } = principal.session;
      return Promise.resolve(Response.json({ user, organization, role }));
    },
  },
};

/** Answers below /api/auth. */
export async function answerAuth(request: Request, url: URL, context: Context): Promise<Response> {
  const operation = OPERATIONS[url.pathname];
  if (operation === undefined) throw refusal('not_found');
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  if (operation.method !== method) throw new MethodNotAllowed(methodsOf(operation));
  return await operation.answer(request, context);
}

/** The methods that a path below /api/auth answers; none where there is nothing. */
export function authMethodsAt(path: string): readonly string[] {
  const operation = OPERATIONS[path];
  return operation === undefined ? [] : methodsOf(operation);
}

function methodsOf({ method }: Operation): readonly string[] {
  return method === 'GET' ? ['GET', 'HEAD'] : [method];
}

function post(answer: Operation['answer']): Operation {
  return { method: 'POST', answer };
}

async function read<T>(request: Request, schema: z.ZodType<T>): Promise<T> {
  const body = await readJson(request, LIMITS.jsonBodyMaxBytes);
  const problems = storableIssues(body);
  if (problems.length > 0) throw invalid(problems);
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw invalid(toIssues(parsed.error));
  return parsed.data;
}

async function logIn(request: Request, { services, audit }: Context): Promise<Response> {
  const deviceToken = cookieOf(request, services, services.sessions.deviceCookieName);
  const given = { ...(await read(request, credentials)), deviceToken };
  const outcome = await accountsOf(services).logIn(given, audit);
  if (outcome.kind === 'session') return entered(services, outcome, 200);
  const body = { secondFactorRequired: true, expiresAt: outcome.expiresAt.toISOString() };
  const response = Response.json(body, { headers: rateHeaders(outcome.rate) });
  return withCookie(response, services, services.sessions.halfCookieName, outcome);
}

function signedUp(services: Services, outcome: SignedUp): Response {
  if (outcome.kind === 'session') return entered(services, outcome, 201);
  return Response.json({ status: 'accepted' }, { status: 202, headers: rateHeaders(outcome.rate) });
}

function entered(services: Services, session: Entered, status: number): Response {
  const body = { expiresAt: session.expiresAt.toISOString() };
  const response = Response.json(body, { status, headers: rateHeaders(session.rate) });
  withCookie(response, services, services.sessions.cookieName, session);
  if (session.device === null) return response;
  return withCookie(response, services, services.sessions.deviceCookieName, session.device);
}

async function logOut(request: Request, { services }: Context): Promise<Response> {
  const { sessions } = services;
  const held = cookieOf(request, services, sessions.cookieName);
  if (held !== null) await sessions.end(held);
  const none = { token: '', expiresAt: new Date(0) };
  return withCookie(new Response(null, { status: 204 }), services, sessions.cookieName, none);
}

function cookieOf(request: Request, { sessions }: Services, name: string): string | null {
  return sessions.tokenIn(request.headers.get('cookie'), name);
}

/** Adds the Set-Cookie header field (RFC 6265 section 4.1). */
function withCookie(response: Response, services: Services, name: string, cookie: StartedSession): Response {
  const { path, expires, secure } = services.sessions.cookieAttributes(cookie.expiresAt);
  const attributes = `Path=${path}; Expires=${expires.toUTCString()}; HttpOnly; SameSite=Lax`;
  response.headers.append('set-cookie', `${name}=${cookie.token}; ${attributes}${secure ? '; Secure' : ''}`);
  return response;
}
