import { expect, it } from 'vitest';
import { LIMITS } from '#domain/limits.ts';
import { answerApi } from '#server/http/api.ts';
import { logIn as tryLogIn, PASSWORD, signUpPerson } from '../../support/account.ts';
import { useApi } from '../../support/api.ts';
import { ORIGIN } from '../../support/session.ts';

const api = useApi({ env: { RATE_LIMIT_LOGIN: '6' } });

/** Signs in from an address, with a browser's cookies. */
async function logIn(address: string, email: string, password = PASSWORD, cookie = '') {
  const headers = { origin: ORIGIN, 'content-type': 'application/json', cookie };
  const body = JSON.stringify({ email, password });
  const request = new Request(`${ORIGIN}/api/auth/login`, { method: 'POST', headers, body });
  return await answerApi(api.services, request, address);
}

const deviceIn = (answer: Response) =>
  /countersign_device=[^;]+/.exec(answer.headers.getSetCookie().join('; '))?.[0] ?? '';

it('blocks the network of an attacker, not the owner of the account', async () => {
  const { email } = await signUpPerson(api);
  const first = await logIn('198.51.100.1', email);
  const device = deviceIn(first);
  expect([first.status, device]).toEqual([200, expect.stringContaining('countersign_device=')]);
  const guesses = [];
  for (let i = 0; i < 7; i++) guesses.push((await logIn('203.0.113.9', email, `guess ${i}`)).status);
  expect(guesses).toEqual([401, 401, 401, 401, 401, 401, 429]);
  expect((await logIn('198.51.100.2', email)).status).toBe(200);

  // Even from many networks, strangers share an hourly limit per account.
  const { strangersPasswordsPerHour: most } = LIMITS;
  for (let i = 0; i < most; i++) await api.services.rates.stranger.take(email).catch(() => null);
  expect((await logIn('198.51.100.3', email)).status).toBe(429);
  expect((await logIn('198.51.100.3', email, PASSWORD, device)).status).toBe(200);
  // A browser that one person has used counts as a stranger for anyone else, and a forged cookie for
  // everyone.
  expect((await logIn('198.51.100.4', email, PASSWORD, `${device.slice(0, -3)}AAA`)).status).toBe(429);
  const other = await signUpPerson(api);
  expect(deviceIn(await logIn('198.51.100.5', other.email))).not.toBe(device);
});

it('counts the guesses of a known browser too', async () => {
  const { email } = await signUpPerson(api);
  const device = deviceIn(await logIn('198.51.100.11', email));
  const guesses = [];
  for (let i = 0; i < 7; i++) guesses.push((await logIn(`198.51.100.2${i}`, email, 'guess', device)).status);
  expect(guesses).toEqual([401, 401, 401, 401, 401, 401, 429]);
  expect((await tryLogIn(api, email, 'guess')).status).toBe(401);
});
