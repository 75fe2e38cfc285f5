import { afterEach, expect, it } from 'vitest';
import { expectCode } from '../support/account.ts';
import { useApi, type Answer } from '../support/api.ts';
import { sendDraft } from '../support/envelopes.ts';
import { useListening } from '../support/listening.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { sessionOf } from '../support/session.ts';

const api = useApi({ work: true, alone: true });
const service = useListening(api);
const DAY_MS = 24 * 60 * 60_000;
const open: Receiver[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((receiver) => receiver.close()));
});

const asker =
  (key: string) =>
  (method: string, path: string, body?: object): Promise<Answer> =>
    api.call(method, `/api/v1${path}`, { key, ...(body && { body }) });

/** Makes a key and returns its text. */
async function keyWith(by: string, body: object): Promise<string> {
  const { status, json } = await asker(by)('POST', '/api-keys', { name: 'Script', ...body });
  expect(status).toBe(201);
  return json.secret as string;
}

it('a key that manages members makes nobody an administrator or owner, and no keys', async () => {
  const { apiKey, organizationId, userId } = await api.tenant();
  await Promise.all([
    sessionOf(api, organizationId, 'admin'),
    sessionOf(api, organizationId, 'member'),
    sessionOf(api, organizationId, 'owner'),
  ]);
  const ask = asker(await keyWith(apiKey, { scopes: ['members'] }));
  const { members, roles } = (await ask('GET', '/members')).json;
  expect(roles).toEqual(['member', 'viewer']);
  const idOf = (role: string) =>
    members.find((one: { role: string; userId: string }) => one.role === role && one.userId !== userId)
      .userId;

  for (const role of ['owner', 'admin']) {
    expectCode(await ask('POST', '/invitations', { email: `${role}@acme.example`, role }), 'forbidden');
    expectCode(await ask('PATCH', `/members/${idOf('member')}`, { role }), 'forbidden');
    expectCode(await ask('PATCH', `/members/${idOf(role)}`, { role: 'viewer' }), 'forbidden');
    const refused = await ask('DELETE', `/members/${idOf(role)}`);
    expectCode(refused, 'forbidden');
    expect(refused.json.message).toMatch(/^This API key /);
  }
  expect((await ask('POST', '/invitations', { email: 'new@acme.example', role: 'member' })).status).toBe(201);
  expect((await ask('PATCH', `/members/${idOf('member')}`, { role: 'viewer' })).status).toBe(204);
  expectCode(await ask('POST', '/api-keys', { name: 'More' }), 'insufficient_scope');

  // Nor does a key with every scope make an owner, although its maker could.
  const whole = asker(apiKey);
  expectCode(await whole('POST', '/invitations', { email: 'o@acme.example', role: 'owner' }), 'forbidden');
  expect((await whole('POST', '/invitations', { email: 'a@acme.example', role: 'admin' })).status).toBe(201);
});

it('an earlier key with admin manages webhooks and settings, as it was described, and nothing else', async () => {
  const { apiKey } = await api.tenant();
  const ask = asker(await keyWith(apiKey, { scopes: ['admin'] }));
  for (const path of ['/webhooks', '/identity-providers', '/branding'])
    expect((await ask('GET', path)).status, path).toBe(200);
  for (const path of ['/members', '/api-keys', '/audit-log', '/envelopes', '/teams'])
    expectCode(await ask('GET', path), 'insufficient_scope');
  const invitation = { email: 'new@acme.example', role: 'admin' };
  expectCode(await ask('POST', '/invitations', invitation), 'insufficient_scope');
  const refused = await ask('POST', '/webhooks', { url: 'https://example.com/hook' });
  expect(refused.json.details.missing).toEqual(['envelopes:read']);
});

it('what a limited key leaves behind reaches no further and lasts no longer', async () => {
  const { apiKey } = await api.tenant();
  const limits = { expiresInDays: 1, allowedNetworks: ['127.0.0.1'] };
  const key = await keyWith(apiKey, { scopes: ['webhooks', 'envelopes:read', 'keys'], ...limits });
  const ask = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${service.origin}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, json: (await response.json()) as any };
  };
  const [near, far] = [await startReceiver(), await startReceiver(undefined, { address: '127.0.0.2' })];
  open.push(near, far);
  const urlOf = ({ port }: Receiver, host: string) => `http://${host}:${port}/hook`;

  const child = await ask('POST', '/api-keys', { name: 'Child' });
  expect(child.json.apiKey).toMatchObject({ allowedNetworks: ['127.0.0.1'] });
  const made = await ask('POST', '/webhooks', { url: urlOf(near, '127.0.0.1') });
  expect(made.status).toBe(201);
  const stray = await ask('POST', '/webhooks', { url: urlOf(far, '127.0.0.2') });
  const whole = asker(apiKey);

  // A webhook of somebody without these limits isn't the key's to change.
  const lasting = (await whole('POST', '/webhooks', { url: urlOf(near, '127.0.0.1') })).json;
  const path = `/webhooks/${lasting.id}`;
  expect((await ask('PATCH', path, { url: urlOf(far, '127.0.0.2') })).json.code).toBe('forbidden');
  expect((await ask('POST', `${path}/rotate-secret`, {})).json.code).toBe('forbidden');
  await whole('DELETE', path);

  await sendDraft(api, apiKey);
  const errors = await api.until('the messages', async () => {
    const { items } = (await whole('GET', `/webhooks/${stray.json.id}/deliveries`)).json;
    return near.requests.length > 0 && items.some((one: any) => one.attempts > 0) ? items : null;
  });
  expect(errors.find((one: any) => one.attempts > 0).lastError).toBe('forbidden_address');
  expect(far.requests).toEqual([]);

  // A day later, the key has expired, and what happens then is for nobody outside.
  api.clock.now = new Date(api.clock.now.getTime() + DAY_MS + 1);
  const before = near.requests.length;
  await sendDraft(api, apiKey);
  const ended = await api.until('the end', async () => {
    const { json } = await whole('GET', `/webhooks/${made.json.id}`);
    return json.enabled === false ? json : null;
  });
  expect(ended.disabledReason).toBe('creator_lost_access');
  expect(near.requests.length).toBe(before);
});
