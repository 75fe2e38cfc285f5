import { z } from 'zod';
import { invalid, refusal } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import { newOrganization } from '#wire/organization.ts';
import { toIssues } from '#wire/issues.ts';
import { storableIssues } from '#wire/storable.ts';
import { logIn, signUp, type Entered } from '#server/procedures/auth/accounts.ts';
import type { Context } from '#server/trpc/init.ts';
import type { World } from '#server/world.ts';
import { readJson } from './input.ts';
import { rateHeaders } from './rate-headers.ts';
import { MethodNotAllowed } from './rest.ts';

const credentials = z.strictObject({ email: z.string().max(LIMITS.emailMaxChars), password: z.string() });

type Operation = {
  readonly method: 'GET' | 'POST';
  readonly answer: (request: Request, context: Context) => Promise<Response>;
};

/** The accounts' operations for programs; pages have forms. The session travels in a cookie, never in a body. */
const OPERATIONS: Readonly<Record<string, Operation>> = {
  '/api/auth/sign-up': {
    method: 'POST',
    answer: async (request, { world, audit }) =>
      started(world, await signUp(world, await read(request, newOrganization), audit), 201),
  },
  '/api/auth/login': {
    method: 'POST',
    answer: async (request, { world, audit }) =>
      started(world, await logIn(world, await read(request, credentials), audit), 200),
  },
  '/api/auth/logout': { method: 'POST', answer: logOut },
  '/api/auth/session': {
    method: 'GET',
    answer: (_request, { principal }) => {
      if (principal.kind !== 'session') throw refusal('unauthorized');
      return Promise.resolve(Response.json(principal.session));
    },
  },
};

/** Answers below /api/auth. */
export async function answerAuth(request: Request, url: URL, context: Context): Promise<Response> {
  const operation = OPERATIONS[url.pathname];
  if (operation === undefined) throw refusal('not_found');
  if (operation.method !== request.method) throw new MethodNotAllowed([operation.method]);
  return await operation.answer(request, context);
}

/** The methods that a path below /api/auth answers; none where there is nothing. */
export function authMethodsAt(path: string): readonly string[] {
  const operation = OPERATIONS[path];
  return operation === undefined ? [] : [operation.method];
}

async function read<T>(request: Request, schema: z.ZodType<T>): Promise<T> {
  const body = await readJson(request, LIMITS.jsonBodyMaxBytes);
  const problems = storableIssues(body);
  if (problems.length > 0) throw invalid(problems);
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw invalid(toIssues(parsed.error));
  return parsed.data;
}

function started({ sessions }: World, { token, expiresAt, rate }: Entered, status: number): Response {
  const cookie = serialize(sessions.cookieName, token, sessions.cookieAttributes(expiresAt));
  return Response.json(
    { expiresAt: expiresAt.toISOString() },
    { status, headers: { 'set-cookie': cookie, ...rateHeaders(rate) } },
  );
}

async function logOut(request: Request, { world }: Context): Promise<Response> {
  const { sessions } = world;
  const token = sessions.tokenIn(request.headers.get('cookie'));
  if (token !== null) await sessions.end(token);
  const cookie = serialize(sessions.cookieName, '', sessions.cookieAttributes(new Date(0)));
  return new Response(null, { status: 204, headers: { 'set-cookie': cookie } });
}

/** The Set-Cookie header field (RFC 6265 section 4.1). */
function serialize(
  name: string,
  value: string,
  attributes: ReturnType<World['sessions']['cookieAttributes']>,
): string {
  const { path, expires, secure } = attributes;
  return `${name}=${value}; Path=${path}; Expires=${expires.toUTCString()}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
}
