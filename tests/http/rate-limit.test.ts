import { describe, expect, it } from 'vitest';
import { answerApi } from '#server/http/api.ts';
import { expectError } from '../support/answers.ts';
import { useApi } from '../support/api.ts';
import { ALICE, BOB, sendDraft } from '../support/envelopes.ts';
import { ORIGIN } from '../support/session.ts';
import { tokenOf } from '../support/signer.ts';

const api = useApi({
  env: { RATE_LIMIT_API_KEY: '5', RATE_LIMIT_SIGNER: '3', RATE_LIMIT_LOGIN: '2', RATE_LIMIT_PUBLIC: '4' },
});

function expectLimited(answer: Awaited<ReturnType<typeof api.call>>, limit: number): void {
  const retryAfterSeconds = Number(answer.headers.get('retry-after'));
  expect(retryAfterSeconds).toBeGreaterThanOrEqual(1);
  expect(retryAfterSeconds).toBeLessThanOrEqual(60);
  expectError(answer, 'rate_limited', { limit, retryAfterSeconds });
  expect(answer.headers.get('ratelimit-limit')).toBe(String(limit));
  expect(answer.headers.get('ratelimit-remaining')).toBe('0');
  expect(answer.headers.get('ratelimit-reset')).toBe(String(retryAfterSeconds));
  expect(answer.headers.get('ratelimit')).toBe(`"requests";r=0;t=${retryAfterSeconds}`);
  expect(answer.headers.get('ratelimit-policy')).toBe(`"requests";q=${limit}`);
}

describe('an API key', () => {
  it('has its requests counted down, and the sixth of a minute refused', async () => {
    const { apiKey: key } = await api.tenant();
    const left: (string | null)[] = [];
    for (let i = 0; i < 5; i++) {
      const answer = await api.ask('GET /api/v1/ping', { key });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('ratelimit-limit')).toBe('5');
      expect(answer.headers.get('ratelimit-policy')).toBe('"requests";q=5;w=60');
      expect(answer.headers.get('ratelimit')).toMatch(
        new RegExp(`^"requests";r=${4 - i};t=([1-9]|[1-5]\\d|60)$`),
      );
      expect(Number(answer.headers.get('ratelimit-reset'))).toBeLessThanOrEqual(60);
      left.push(answer.headers.get('ratelimit-remaining'));
    }
    expect(left).toEqual(['4', '3', '2', '1', '0']);
    expectLimited(await api.ask('GET /api/v1/ping', { key }), 5);
    expectLimited(await api.call('POST', '/api/v1/envelopes', { key, body: '{' }), 5);
  });

  it('leaves other keys alone', async () => {
    const [one, two] = [await api.tenant(), await api.tenant()];
    for (let i = 0; i < 6; i++) await api.ask('GET /api/v1/ping', { key: one.apiKey });
    expect((await api.ask('GET /api/v1/ping', { key: two.apiKey })).status).toBe(200);
  });

  it('has refused requests counted as well, and says what is left beside the error', async () => {
    const { apiKey: key } = await api.tenant();
    const answer = await api.call('GET', '/api/v1/nothing', { key });
    expectError(answer, 'not_found');
    expect(answer.headers.get('ratelimit-remaining')).toBe('4');
  });
});

describe('a signing link', () => {
  it('has its requests counted for its participant alone', async () => {
    const { apiKey } = await api.tenant();
    const sent = await sendDraft(api, apiKey);
    const alice = await tokenOf(api, sent, ALICE.email);
    for (let i = 0; i < 3; i++)
      expect((await api.ask('GET /api/signer/invitation', { key: alice })).status).toBe(200);
    expectLimited(await api.call('GET', `/api/signer/invitation?token=${alice}`), 3);
    const bob = await tokenOf(api, sent, BOB.email);
    expect((await api.ask('GET /api/signer/invitation', { key: bob })).status).toBe(200);
  });
});

describe('an address that logs in', () => {
  it('may do so twice a minute here, right or wrong', async () => {
    const headers = { origin: ORIGIN };
    const body = { email: 'nobody@acme.example', password: 'a long enough password' };
    for (const left of ['1', '0']) {
      const answer = await api.call('POST', '/api/auth/login', { headers, body });
      expectError(answer, 'unauthorized');
      expect(answer.headers.get('ratelimit-limit')).toBe('2');
      expect(answer.headers.get('ratelimit-remaining')).toBe(left);
      expect(Number(answer.headers.get('ratelimit-reset'))).toBeLessThanOrEqual(60);
    }
    expectLimited(await api.call('POST', '/api/auth/login', { headers, body }), 2);
  });
});

describe('what anyone may read', () => {
  it('is counted for each address, over all of it, and no one else pays for it', async () => {
    const ask = async (path: string, address: string) => {
      const answer = await answerApi(api.services, new Request(new URL(path, ORIGIN)), address);
      const { status, headers } = answer;
      return { status, headers, json: status < 400 ? null : await answer.json(), bytes: Buffer.alloc(0) };
    };
    const logo = `/api/logos/${'0'.repeat(64)}.png`;
    const paths = ['/log/vkey', '/log/checkpoint', logo, '/api/verify'];
    const left: (string | null)[] = [];
    for (const path of paths) left.push((await ask(path, '192.0.2.77')).headers.get('ratelimit-remaining'));
    expect(left).toEqual(['3', '2', '1', '0']);
    for (const path of [...paths, '/pki/missing', '/log/tile/entries/000'])
      expectLimited(await ask(path, '192.0.2.77'), 4);
    expect((await ask('/log/vkey', '192.0.2.78')).status).toBe(200);
    // Health checks have the same limit, counted apart: readers of the log must not make one fail.
    for (let i = 0; i < 4; i++) expect((await ask('/api/health', '192.0.2.77')).status).toBe(200);
    expectLimited(await ask('/api/health', '192.0.2.77'), 4);
  });
});
