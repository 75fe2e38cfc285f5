import { expect, it } from 'vitest';
import { answerApi } from '#server/http/api.ts';
import { enroll, mutate, pass, PASSWORD, query, signUpPerson } from '../support/account.ts';
import { useApi } from '../support/api.ts';
import { callDashboard, ORIGIN, refusalIn, sessionOf } from '../support/session.ts';

const api = useApi({ work: true });

const ATTACKER = '203.0.113.9';
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0';

/** Posts like a browser at an address. Returns the status and the cookies that the browser then has. */
async function send(path: string, body: unknown, { from = ATTACKER, cookie = '' } = {}) {
  const request = new Request(`${ORIGIN}/api/auth/${path}`, {
    method: 'POST',
    headers: { origin: ORIGIN, 'content-type': 'application/json', 'user-agent': FIREFOX, cookie },
    body: JSON.stringify(body),
  });
  const answer = await answerApi(api.services, request, from);
  const cookies = answer.headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
  return { status: answer.status, cookie: [cookie, ...cookies].filter((one) => one !== '').join('; ') };
}

type Entry = {
  readonly action: string;
  readonly details: Record<string, string> | null;
  readonly ipAddress: string | null;
};

async function logOf(cookie: string, filter: object = { area: 'sign_ins' }): Promise<Entry[]> {
  const answer = await callDashboard(api, 'query', 'administrativeAction.search', { cookie, input: filter });
  return answer.json?.result?.data.items ?? [];
}

it('an account that is attacked and taken: its person and its organization see it', async () => {
  const ada = await signUpPerson(api);
  const { organizationId, email } = ada;
  const owner = await sessionOf(api, organizationId, 'owner');
  const outsider = await signUpPerson(api);

  // Somebody guesses her password, and gets in with the twelfth guess.
  for (let guess = 1; guess < 12; guess += 1)
    expect((await send('login', { email, password: `guess number ${guess}` })).status).toBe(401);
  expect((await send('login', { email, password: PASSWORD })).status).toBe(200);

  // The owner sees it. Eleven guesses are three entries, which say how many there were.
  const failed = await api.until('the failed attempts', async () => {
    const entries = (await logOf(owner)).filter(({ action }) => action === 'sign_in.failed');
    return entries.length === 3 ? entries : null;
  });
  const counts = failed.map(({ details, ipAddress }) => [details?.['attempts'], ipAddress]);
  expect(counts.sort()).toEqual([
    ['1', ATTACKER],
    ['10', ATTACKER],
    ['3', ATTACKER],
  ]);
  const taken = (await logOf(owner)).find(({ details }) => details?.['device'] === 'new');
  expect(taken).toMatchObject({
    action: 'sign_in.succeeded',
    actorName: 'Pia Person',
    subjectName: email,
    details: { method: 'password', device: 'new' },
    ipAddress: ATTACKER,
    userAgent: FIREFOX,
  });
  // She does as well, and gets an email.
  const { items } = await query(api, ada.cookie, 'account.activity');
  expect(items.map(({ action }: Entry) => action)).toEqual(
    expect.arrayContaining(['sign_in.failed', 'sign_in.succeeded']),
  );
  const about = 'Someone signed in to your account on a new device';
  const mail = await api.until('the email about the device', async () =>
    (await api.mails(organizationId, 0)).find(({ subject }) => subject === about),
  );
  expect(mail.recipient).toBe(email);
  expect(mail.text).toContain('Firefox on Windows');
  expect(mail.text).toContain(ATTACKER);
  expect(mail.text).toContain('/forgot');

  // She adds a second factor, which is recorded, and the next attempt ends there.
  const { codeNow } = await enroll(api, ada.cookie);
  const half = await send('login', { email, password: PASSWORD });
  expect((await send('login/second-factor', { code: '000000' }, { cookie: half.cookie })).status).toBe(401);
  await api.until('the wrong code', async () =>
    (await logOf(owner)).some(({ details }) => details?.['problem'] === 'wrong_code'),
  );
  pass(api, 60_000);
  const whole = await send('login/second-factor', { code: codeNow() }, { cookie: half.cookie });
  expect(whole.status).toBe(200);
  const actions = (await logOf(owner)).map(({ action, details }) => [action, details?.['method']]);
  expect(actions).toContainEqual(['account.totp_enabled', undefined]);
  expect(actions).toContainEqual(['sign_in.succeeded', 'password_and_code']);

  // Nobody else sees any of it: neither another organization, nor members who administer nothing.
  expect(JSON.stringify(await logOf(outsider.cookie, {}))).not.toContain(ATTACKER);
  expect((await query(api, outsider.cookie, 'account.activity')).items).toMatchObject([
    { action: 'sign_in.succeeded', details: { method: 'sign_up' } },
  ]);
  const viewer = await sessionOf(api, organizationId, 'viewer');
  const refused = await callDashboard(api, 'query', 'administrativeAction.search', {
    cookie: viewer,
    input: {},
  });
  expect(refusalIn(refused)?.code).toBe('forbidden');
});

it('programs read the same entries from the API', async () => {
  const { organizationId, apiKey } = await api.tenant();
  const cookie = await sessionOf(api, organizationId, 'owner');
  await mutate(api, cookie, 'team.create', { name: 'Contracts' });
  const { email } = (await api.ask('GET /api/v1/members', { key: apiKey })).json.members[0] ?? { email: '' };
  await send('login', { email, password: 'wrong' });
  const entry = await api.until('the failed attempt', async () => {
    const { items } = (await api.ask('GET /api/v1/audit-log', { key: apiKey })).json;
    return items.find(({ action }) => action === 'sign_in.failed');
  });
  expect(entry).toMatchObject({
    subjectName: email,
    details: { problem: 'wrong_password', attempts: '1' },
    ipAddress: ATTACKER,
  });
});

it('a known browser is no new device, also after a change of the password, and beside other people', async () => {
  const ada = await signUpPerson(api);
  const bob = await signUpPerson(api);
  const devices = async ({ cookie }: { cookie: string }) =>
    (await query(api, cookie, 'account.activity')).items
      .filter(({ action }: Entry) => action === 'sign_in.succeeded')
      .map(({ details }: Entry) => details?.['device'] ?? 'known');
  const at = '198.51.100.4';
  const first = await send('login', { email: ada.email, password: PASSWORD }, { from: at });
  const second = await send(
    'login',
    { email: bob.email, password: PASSWORD },
    { from: at, cookie: first.cookie },
  );
  await send('login', { email: ada.email, password: PASSWORD }, { from: at, cookie: latest(second.cookie) });
  expect((await devices(ada)).sort()).toEqual(['known', 'known', 'new']);
  expect((await devices(bob)).sort()).toEqual(['known', 'new']);
});

/** Returns the last value of each cookie, as a browser keeps them. */
function latest(cookies: string): string {
  return [...new Map(cookies.split('; ').map((one) => [one.split('=')[0], one])).values()].join('; ');
}
