import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { computeSha256Hex } from '#server/crypto/hash.ts';
import { expectError, expectIssues } from '../support/answers.ts';
import { useApi } from '../support/api.ts';
import { ORIGIN, sessionOf } from '../support/session.ts';

const api = useApi();
const headers = { origin: ORIGIN };
const PASSWORD = 'correct horse battery';
const account = (email: string) => ({
  organization: 'Acme',
  name: 'Ada Lovelace',
  email,
  password: PASSWORD,
});
const post = (path: string, body: unknown, extra: Record<string, string> = {}) =>
  api.call('POST', `/api/auth/${path}`, { headers: { ...headers, ...extra }, body });
const cookieIn = (answer: { headers: Headers }) => answer.headers.get('set-cookie')?.split(';')[0] ?? '';
const session = (cookie: string) => api.call('GET', '/api/auth/session', { headers: { cookie } });

beforeAll(async () => {
  expect((await post('sign-up', account('ada@acme.example'))).status).toBe(201);
});

describe('sign-up', () => {
  it('creates an organization with its owner and signs them in', async () => {
    const answer = await post('sign-up', account('first@acme.example'));
    expect(answer.status).toBe(201);
    expect(answer.json).toEqual({ expiresAt: expect.stringMatching(/Z$/) });
    const [, ...attributes] = answer.headers.get('set-cookie')?.split('; ') ?? [];
    expect(attributes).toEqual(expect.arrayContaining(['Path=/', 'HttpOnly', 'SameSite=Lax']));
    const who = await session(cookieIn(answer));
    expect(who.status).toBe(200);
    expect(who.json).toMatchObject({
      user: { name: 'Ada Lovelace', email: 'first@acme.example' },
      organization: { name: 'Acme' },
      role: 'owner',
    });
    expect(JSON.stringify(who.json)).not.toContain('hash');
  });

  it('refuses an address that has an account, whatever its case, also at once', async () => {
    expectIssues(await post('sign-up', account('ADA@acme.example')), ['/email']);
    const answers = await Promise.all([1, 2, 3].map(() => post('sign-up', account('twice@acme.example'))));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
  });

  it('reports invalid input', async () => {
    const answer = await post('sign-up', {
      ...account('x'),
      organization: ' ',
      password: 'short',
      admin: true,
    });
    expectIssues(answer, ['/organization', '/email', '/password', '/admin']);
  });

  it('reads JSON only, as an object', async () => {
    expectError(await post('sign-up', '{'), 'malformed_request');
    expectError(
      await post('sign-up', 'a=b', { 'content-type': 'application/x-www-form-urlencoded' }),
      'malformed_request',
    );
    expectIssues(await post('sign-up', { ...account('nul@acme.example'), name: 'a\u0000b' }), ['/name']);
    expectIssues(await post('login', { email: 'a\u0000@acme.example', password: 'a\ud800' }), [
      '/email',
      '/password',
    ]);
  });
});

describe('login', () => {
  it('starts a session of 30 days of which the database holds only a hash', async () => {
    const answer = await post('login', { email: ' Ada@acme.example ', password: PASSWORD });
    expect(answer.status).toBe(200);
    const cookie = cookieIn(answer);
    const token = cookie.split('=')[1] ?? '';
    expect((await session(cookie)).status).toBe(200);
    const rows = await api.services.db.drizzle.execute<{ id: string }>(sql`select id from sessions`);
    const ids = rows.map(({ id }) => id);
    expect(ids).toContain(computeSha256Hex(token));
    expect(ids).not.toContain(token);
  });

  it('responds the same to a wrong password, an unknown address and an empty password', async () => {
    const answers = [
      await post('login', { email: 'ada@acme.example', password: 'wrong' }),
      await post('login', { email: 'nobody@acme.example', password: PASSWORD }),
      await post('login', { email: 'ada@acme.example', password: '' }),
      await post('login', { email: 'ada@acme.example', password: 'x'.repeat(10_000) }),
    ];
    for (const answer of answers) {
      expectError(answer, 'unauthorized');
      expect(answer.json.message).toBe(answers[0]?.json.message);
      expect(answer.headers.get('set-cookie')).toBeNull();
    }
  });

  it('reports invalid input', async () => {
    expectIssues(await post('login', { email: 'ada@acme.example' }), ['/password']);
    expectIssues(await post('login', { email: 1, password: 'x', remember: true }), ['/email', '/remember']);
  });
});

describe('logout', () => {
  it('ends the session and clears the cookie', async () => {
    const cookie = cookieIn(await post('login', { email: 'ada@acme.example', password: PASSWORD }));
    const answer = await post('logout', undefined, { cookie });
    expect(answer.status).toBe(204);
    expect(answer.headers.get('set-cookie')).toMatch(/^countersign_session=; .*Expires=Thu, 01 Jan 1970/);
    expectError(await session(cookie), 'unauthorized');
  });

  it('leaves the person’s other sessions alone', async () => {
    const login = async () =>
      cookieIn(await post('login', { email: 'ada@acme.example', password: PASSWORD }));
    const [here, there] = [await login(), await login()];
    await post('logout', undefined, { cookie: here });
    expect((await session(there)).status).toBe(200);
  });

  it('succeeds without a session', async () => {
    expect((await post('logout', undefined)).status).toBe(204);
    expect((await post('logout', undefined, { cookie: 'countersign_session=unknown' })).status).toBe(204);
  });
});

describe('a session', () => {
  it('is not found for an unknown, empty or foreign cookie', async () => {
    for (const cookie of [
      '',
      'countersign_session=',
      'countersign_session=unknown',
      'other=x',
      'countersign_session',
    ])
      expectError(await session(cookie), 'unauthorized');
  });

  it('ends with the membership', async () => {
    const answer = await post('sign-up', account('leaver@acme.example'));
    const cookie = cookieIn(answer);
    const { user, organization } = (await session(cookie)).json;
    await sessionOf(api, organization.id, 'owner');
    await api.services.db.drizzle.transaction(async (tx) => {
      await tx.execute(sql`select set_config('app.organization_id', ${organization.id}, true)`);
      await tx.execute(sql`delete from memberships where user_id = ${user.id}`);
    });
    expectError(await session(cookie), 'unauthorized');
    expectError(await post('login', { email: 'leaver@acme.example', password: PASSWORD }), 'forbidden');
  });
});

describe('a program', () => {
  const login = { email: 'ada@acme.example', password: PASSWORD };

  it('without origin and cookie may sign in and use its session', async () => {
    const answer = await api.call('POST', '/api/auth/login', { body: login });
    expect(answer.status).toBe(200);
    expect((await session(cookieIn(answer))).status).toBe(200);
  });

  it.each<[string, Record<string, string>]>([
    ['a cookie', { cookie: 'other=x' }],
    ['an origin of another site', { origin: 'https://evil.example' }],
    ['an opaque origin', { origin: 'null' }],
    ['fetch metadata of another site', { 'sec-fetch-site': 'cross-site' }],
    ['fetch metadata of no site', { 'sec-fetch-site': 'none' }],
  ])('is taken for a browser with %s', async (_name, extra) => {
    expectError(await api.call('POST', '/api/auth/login', { headers: extra, body: login }), 'forbidden');
  });
});

describe('other methods and paths', () => {
  it('are refused', async () => {
    const answer = await api.call('GET', '/api/auth/login', { headers });
    expectError(answer, 'method_not_allowed');
    expect(answer.headers.get('allow')).toBe('POST, OPTIONS');
    const other = await api.call('POST', '/api/auth/session', { headers });
    expectError(other, 'method_not_allowed');
    expect(other.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
    const cookie = cookieIn(await post('login', { email: 'ada@acme.example', password: PASSWORD }));
    expect((await api.call('HEAD', '/api/auth/session', { headers: { cookie } })).status).toBe(200);
    expectError(await api.call('GET', '/api/auth/none', { headers }), 'not_found');
    expectError(await api.call('GET', '/api/auth/constructor', { headers }), 'not_found');
  });
});
