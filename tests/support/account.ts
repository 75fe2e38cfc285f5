import { Secret, TOTP } from 'otpauth';
import { expect } from 'vitest';
import type { EmailedLink } from '#domain/account/emailed-link.ts';
import { ERRORS, type ErrorCode } from '#domain/errors.ts';
import type { Answer, TestApi } from './api.ts';
import { callDashboard, ORIGIN, refusalIn } from './session.ts';

export const PASSWORD = 'correct horse battery';
let people = 0;

/** A person with their own account, signed up through the API. */
export async function signUpPerson(api: TestApi) {
  const email = `person${(people += 1)}@acme.example`;
  const account = { organization: 'Acme', name: 'Pia Person', email, password: PASSWORD };
  const cookie = cookieIn(await post(api, 'sign-up', account));
  const { user, organization } = (await whoIs(api, cookie)).json;
  return { email, cookie, userId: user.id as string, organizationId: organization.id as string };
}

/** Posts to an operation under /api/auth like the browser. */
export async function post(api: TestApi, path: string, body: unknown, cookie?: string): Promise<Answer> {
  const headers = { origin: ORIGIN, ...(cookie === undefined ? {} : { cookie }) };
  return await api.call('POST', `/api/auth/${path}`, { headers, body });
}

/** Returns the cookie that a response sets. */
export function cookieIn(answer: Answer): string {
  return answer.headers.get('set-cookie')?.split(';')[0] ?? '';
}

export async function whoIs(api: TestApi, cookie: string): Promise<Answer> {
  return await api.call('GET', '/api/auth/session', { headers: { cookie } });
}

export async function logIn(api: TestApi, email: string, password = PASSWORD): Promise<Answer> {
  return await post(api, 'login', { email, password });
}

/** Calls a dashboard mutation. Returns its data, or the code of the refusal. */
export async function mutate(
  api: TestApi,
  cookie: string,
  procedure: string,
  input: unknown = {},
): Promise<any> {
  const answer = await callDashboard(api, 'mutation', procedure, { cookie, input });
  return answer.json?.result?.data ?? refusalIn(answer)?.code;
}

export async function query(api: TestApi, cookie: string, procedure: string): Promise<any> {
  const answer = await callDashboard(api, 'query', procedure, { cookie });
  return answer.json?.result?.data ?? refusalIn(answer)?.code;
}

/** Waits for an email to an address with a kind of link. Returns the token in the newest one. */
export async function mailedToken(
  api: TestApi,
  organizationId: string,
  to: string,
  kind: EmailedLink,
  count = 1,
): Promise<string> {
  return await api.until(`${count} mails with a link of kind ${kind}`, async () => {
    const tokens = (await api.mails(organizationId, 0))
      .filter(({ recipient }) => recipient === to)
      .flatMap(({ text }) => [...text.matchAll(new RegExp(`/open/${kind}#([\\w-]+)`, 'g'))])
      .map(([, token]) => token);
    return tokens.length >= count ? tokens.at(-1) : null;
  });
}

/**
 * Adds an authenticator app to an account. Returns the recovery codes, and a function that computes the app's
 * code at a time.
 */
export async function enroll(api: TestApi, cookie: string, password = PASSWORD) {
  const { secret } = await mutate(api, cookie, 'account.beginTotp', { password });
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  const codeNow = () => totp.generate({ timestamp: api.clock.now.getTime() });
  const { recoveryCodes } = await mutate(api, cookie, 'account.confirmTotp', { code: codeNow() });
  return { recoveryCodes: recoveryCodes as string[], codeNow };
}

/** Expects a call to be refused with a code, whatever the details. */
export function expectCode(answer: Answer, code: ErrorCode): void {
  expect([answer.status, answer.json?.code]).toEqual([ERRORS[code].status, code]);
}

/** Advances the time. */
export function pass(api: TestApi, milliseconds: number): void {
  api.clock.now = new Date(api.clock.now.getTime() + milliseconds);
}
