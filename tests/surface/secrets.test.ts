import { randomUUID } from 'node:crypto';
import { strFromU8, unzipSync } from 'fflate';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ROLES, type Role } from '#domain/organization/role.ts';
import { ROUTES } from '#server/http/rest/routes.ts';
import { buildExport } from '#server/jobs/build-export.ts';
import { dashboardRouter } from '#server/procedures/router.ts';
import { readBlob } from '#server/storage/read-blob.ts';
import { exportKey } from '#server/storage/keys.ts';
import { makeTemplate } from '../api/template/example.ts';
import { enroll, mailedToken, mutate, post, query, whoIs } from '../support/account.ts';
import { agentOf } from '../support/agent.ts';
import { useApi, type Answer, type Tenant } from '../support/api.ts';
import { ACCESS_CODE, mailedCode, startCode } from '../support/authentication.ts';
import { ALICE, BOB, createDraft, mailTo, sendDraft, SIGNATURE } from '../support/envelopes.ts';
import { useMcp } from '../support/mcp.ts';
import { PASSWORD } from '../support/password.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { callDashboard, sessionOf } from '../support/session.ts';
import { APP, registerOrigins, tokenIn } from '../support/sessions.ts';

const api = useApi({ work: true, alone: true });
const mcp = useMcp(api);
const CLIENT_SECRET = 'provider-client-secret-4711';

/** The whole process log, at its most verbose level. */
const log: string[] = [];

let receiver: Receiver;
let tenant: Tenant;
let cookies: Record<Role, string>;
let secrets: Record<string, string>;
let ids: Record<string, string>;

/** An organization in which everything secret exists, and the secrets as their owners know them. */
beforeAll(async () => {
  const { log: logger } = api.services;
  Object.assign(logger, { [pino.symbols.streamSym]: { write: (line: string) => log.push(line) } });
  logger.level = 'trace';
  receiver = await startReceiver();
  tenant = await api.tenant();
  const { organizationId, apiKey } = tenant;
  cookies = {} as Record<Role, string>;
  for (const role of ROLES) cookies[role] = await sessionOf(api, organizationId, role);
  const { owner } = cookies;
  const act = (procedure: string, input: unknown) => mutate(api, owner, procedure, input);
  const webhook = await act('webhook.create', { url: `http://127.0.0.1:${receiver.port}/hook` });
  const key = await act('apiKey.create', { name: 'Script' });
  const provider = { name: 'Example ID', issuer: 'https://login.example.com', clientId: 'countersign' };
  const { id: identityProviderId } = (
    await api.call('POST', '/api/v1/identity-providers', {
      key: apiKey,
      body: { ...provider, clientSecret: CLIENT_SECRET, match: 'email' },
    })
  ).json;
  const settings = { ...provider, kind: 'oidc', clientSecret: CLIENT_SECRET, trustEmail: false };
  const { name: _name, ...oidc } = settings;
  const connection = { name: 'SSO', settings: oidc, createsMembers: true, joiningRole: 'member' };
  expect(await act('singleSignOn.create', connection)).toMatchObject({ id: expect.any(String) });
  const { token: directoryToken } = await act('singleSignOn.createToken', {});

  const invitations: Record<string, string> = {};
  for (const role of ['owner', 'admin', 'member']) {
    const email = `${role}@invited.example`;
    await act('member.invite', { email, role });
    invitations[`invitation of ${role}`] = await mailedToken(api, organizationId, email, 'invitation');
  }
  const { email } = (await whoIs(api, cookies.member)).json.user;
  await post(api, 'password-reset', { email });
  const reset = await mailedToken(api, organizationId, email, 'reset');
  const { recoveryCodes } = await enroll(api, cookies.admin, PASSWORD);

  const fields = [0, 1].map((participantIndex) => ({
    ...SIGNATURE,
    x: 0.1 + participantIndex / 2,
    participantIndex,
  }));
  const sent = await sendDraft(api, apiKey, {
    participants: [
      { ...ALICE, orderIndex: 1, authentication: { method: 'email_code' } },
      { ...BOB, orderIndex: 1, authentication: { method: 'access_code', code: ACCESS_CODE } },
    ],
    fields,
  });
  const envelopeId = sent.envelope.id as string;
  const { token: link } = await mailTo(api, organizationId, ALICE.email, '');
  await startCode(api, link);
  const emailCode = await mailedCode(api, organizationId);
  await registerOrigins(api, apiKey, [APP]);
  const returnUrl = `${APP}/back`;
  const draft = (await createDraft(api, apiKey)).json.envelope.id as string;
  const editing = await api.call('POST', `/api/v1/envelopes/${draft}/session`, {
    key: apiKey,
    body: { returnUrl },
  });
  const { template } = await makeTemplate(api, apiKey);
  await act('template.putForm', { id: template.id, enabled: true, roleApiName: 'client' });
  const csv = 'client_name,client_email\nAda,ada@example.com';
  const bulk = { requestId: randomUUID(), templateId: template.id, filename: 'people.csv', csv };
  const { id: bulkSendId } = await act('bulkSend.start', bulk);
  const agent = await agentOf(api, organizationId, { role: 'owner' });
  const { id: exportId } = await act('export.start', {});
  const { items } = await api.until('a delivery', async () => {
    const input = { id: webhook.id };
    const { json } = await callDashboard(api, 'query', 'webhook.deliveries', { cookie: owner, input });
    return json.result.data.items.length > 0 && json.result.data;
  });
  secrets = {
    ...invitations,
    'API key': key.secret,
    'webhook secret': webhook.secret,
    'client secret': CLIENT_SECRET,
    'directory token': directoryToken,
    'password reset': reset,
    'recovery code': recoveryCodes[0] ?? '',
    'signing link': link,
    'email code': emailCode,
    'access code': ACCESS_CODE,
    'editing URL': tokenIn(editing),
    'agent token': agent.token,
    ...Object.fromEntries(ROLES.map((role) => [`session of ${role}`, cookies[role].split('=')[1] ?? ''])),
  };
  ids = {
    ...{ envelope: envelopeId, label: envelopeId, template: template.id, webhook: webhook.id },
    ...{ bulkSend: bulkSendId, identityProvider: identityProviderId, delivery: items[0].id, exportId },
  };
});
afterAll(async () => {
  await receiver?.close();
});

/** Returns the names of the secrets that a text contains. */
function findSecrets(text: string): string[] {
  return Object.entries(secrets)
    .filter(([, secret]) => text.includes(secret))
    .map(([name]) => name);
}

/** Returns the names of the secrets in an answer's body and header fields. */
function findAnswered({ bytes, headers }: Answer): string[] {
  return findSecrets(`${bytes.toString()}\n${JSON.stringify([...headers])}`);
}

const SINCE = { from: '2027-01-01T00:00:00.000Z', to: '2027-12-31T00:00:00.000Z' };

/** What an operation of the dashboard is asked for, so that it says as much as it can. */
function listInputs(operation: string, mails: readonly string[]): readonly object[] {
  const [noun = ''] = operation.split('.');
  const id = ids[noun];
  const special: Readonly<Record<string, readonly object[]>> = {
    'envelope.rows': [{ ids: [id] }],
    'envelope.downloadMany': [{ ids: [id] }],
    'envelope.passages': [{ search: 'a', envelopeIds: [id] }],
    'envelope.previewRequest': [{ id, position: 0 }],
    'envelope.findText': [{ id, text: 'a', type: 'text' }],
    'template.findText': [{ id, text: 'a', type: 'text' }],
    'envelope.report': [{ days: 30, mine: false }],
    'bulkSend.list': [{ templateId: ids['template'] }],
    'contact.suggest': [{ beginning: '' }],
    'webhook.delivery': [{ id, deliveryId: ids['delivery'] }],
    'webhook.countReplay': [{ id, ...SINCE }],
    'retention.get': [{ envelopeId: ids['envelope'] }],
    'outbox.get': mails.map((mail) => ({ id: mail })),
  };
  return special[operation] ?? (id === undefined ? [{}] : [{}, { id }]);
}

const QUERIES = Object.entries<unknown>(dashboardRouter._def.procedures)
  .filter(([, one]) => (one as { readonly _def: { readonly type: string } })._def.type === 'query')
  .map(([name]) => name);
/** This mutation only reads, and records that. */
const EXPORT = 'administrativeAction.export';
const READING = [...QUERIES, EXPORT];
/** They need an earlier version and an attachment, which nobody has made. */
const UNANSWERED = ['envelope.changes', 'envelope.downloadAttachment'];

it('no page shows anybody a secret that gives more than they could give themselves', async () => {
  const everyMail = (await query(api, cookies.owner, 'outbox.list')).items.map(
    ({ id }: { id: string }) => id,
  );
  const seen: Record<string, string[]> = {};
  const answered = new Set<string>();
  for (const role of ROLES)
    for (const operation of READING)
      for (const input of listInputs(operation, everyMail)) {
        const kind = operation === EXPORT ? 'mutation' : 'query';
        const answer = await callDashboard(api, kind, operation, { cookie: cookies[role], input });
        if (answer.status === 200) answered.add(operation);
        for (const name of findAnswered(answer)) (seen[name] ??= []).push(`${operation} ${role}`);
      }
  expect(seen).toEqual({
    'invitation of owner': ['outbox.get owner'],
    'invitation of admin': ['outbox.get owner', 'outbox.get admin'],
    'invitation of member': ['outbox.get owner', 'outbox.get admin'],
    // Without a mail server, nobody could try the product otherwise.
    'signing link': ['outbox.get owner', 'outbox.get admin'],
  });
  expect(READING.filter((operation) => !answered.has(operation))).toEqual(UNANSWERED);
});

it('no answer of the API contains one', async () => {
  const key = tenant.apiKey;
  const params: Readonly<Record<string, string | undefined>> = { deliveryId: ids['delivery'] };
  const seen: string[] = [];
  const statuses: number[] = [];
  for (const { method, path } of ROUTES.filter(
    (one) => one.method === 'GET' && one.path.startsWith('/api/v1/'),
  )) {
    const noun = path.split('/')[3] ?? '';
    const id =
      ids[noun.replace(/s$/, '').replaceAll(/-(\w)/g, (_dash, letter: string) => letter.toUpperCase())];
    const url = path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => params[name] ?? id ?? 'none');
    const answer = await api.call(method, url, { key });
    statuses.push(answer.status);
    for (const name of findAnswered(answer)) seen.push(`${url} ${name}`);
  }
  expect(seen).toEqual([]);
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(statuses.length / 2);
});

it('nor do the answers to agents, the messages to webhooks, and exports', async () => {
  const agent = await mcp.connect(tenant, { role: 'owner' });
  const { tools } = await agent.client.listTools();
  const reading = tools.filter(({ annotations }) => annotations?.readOnlyHint === true);
  expect(reading.length).toBeGreaterThan(3);
  for (const { name, inputSchema } of reading) {
    const wanted = Object.keys(inputSchema.properties ?? {});
    const given = { envelope_id: ids['envelope'], template_id: ids['template'] };
    await agent.call(name, Object.fromEntries(Object.entries(given).filter(([one]) => wanted.includes(one))));
  }
  expect(mcp.transcript()).toContain(ids['envelope']);
  expect(findSecrets(mcp.transcript())).toEqual([]);

  expect(receiver.requests.length).toBeGreaterThan(2);
  expect(findSecrets(JSON.stringify(receiver.requests))).toEqual([]);

  const { organizationId } = tenant;
  const exportId = ids['exportId'] ?? '';
  await buildExport(api.services, { organizationId, exportId });
  const part = unzipSync(await readBlob(api.services.storage, exportKey(organizationId, exportId, 1)));
  expect(Object.keys(part).some((name) => name.endsWith('events.json'))).toBe(true);
  for (const [name, content] of Object.entries(part))
    expect([name, findSecrets(strFromU8(content, true))]).toEqual([name, []]);
});

it('nor do the log and the header fields, also when a secret is used in the wrong place or something fails', async () => {
  const seen: string[] = [];
  for (const [name, secret] of Object.entries(secrets)) {
    const asKey = { key: secret, headers: { 'idempotency-key': secret } };
    const body = { token: secret, email: secret, password: secret, code: secret, name: secret };
    const { origin } = api.services.config.http;
    for (const answer of [
      await api.call('GET', `/api/v1/envelopes?cursor=${secret}`, asKey),
      await api.call('POST', '/api/v1/envelopes', { ...asKey, body }),
      await api.call('GET', '/scim/v2/Users', asKey),
      await api.call('GET', `/api/signer/invitation?token=${secret}`),
      await api.call('GET', `/api/documents/${secret}`),
      await api.call('GET', `/api/digest?token=${secret}.a`, { headers: { cookie: `session=${secret}` } }),
      await api.call('POST', '/mcp', { ...asKey, body }),
      await post(api, 'login', { email: secret, password: secret }),
      await post(api, 'password-reset/confirm', body),
      await post(api, 'invitation/join', body),
      await api.call('POST', '/api/trpc/webhook.create', {
        headers: { origin, cookie: cookies.owner },
        body,
      }),
    ])
      // Where the link of a digest leads has its token.
      for (const [header, value] of answer.headers)
        if (header !== 'location' && findSecrets(value).length > 0) seen.push(`${header}: ${name}`);
  }
  expect(seen).toEqual([]);
  expect(log.join()).toContain('sign-in failed');
  const lines = log.filter((line) => findSecrets(line).length > 0);
  expect(lines.map((line) => `${findSecrets(line).join()} in ${line.slice(0, 300)}`)).toEqual([]);
});
