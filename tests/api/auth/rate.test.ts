import { expect, it } from 'vitest';
import { useApi } from '../../support/api.ts';

const api = useApi({ env: { RATE_LIMIT_LOGIN: '2' } });
const ORIGIN = { origin: 'http://localhost:3000' };

it('counts attempts by address, reports the remaining ones, and then refuses', async () => {
  const account = {
    organization: 'Acme',
    name: 'Olga',
    email: 'olga@rate.example',
    password: 'a long password',
  };
  const first = await api.call('POST', '/api/auth/sign-up', { headers: ORIGIN, body: account });
  expect(first.status).toBe(201);
  expect([first.headers.get('ratelimit-limit'), first.headers.get('ratelimit-remaining')]).toEqual([
    '2',
    '1',
  ]);
  const { email, password } = account;
  const second = await api.call('POST', '/api/auth/login', { headers: ORIGIN, body: { email, password } });
  expect([second.status, second.headers.get('ratelimit-remaining')]).toEqual([200, '0']);
  const third = await api.call('POST', '/api/auth/login', { headers: ORIGIN, body: { email, password } });
  expect(third.status).toBe(429);
  expect(third.json.code).toBe('rate_limited');
  expect(Number(third.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(third.headers.get('ratelimit-remaining')).toBe('0');
});
