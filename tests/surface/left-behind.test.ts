import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { deriveAccountToken } from '#server/crypto/account-token.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { loadGraph } from '#server/db/envelopes/load-graph.ts';
import { deriveCode } from '#server/envelopes/sent-code.ts';
import { createSigningLink } from '#server/envelopes/signer-link.ts';
import { buildExport } from '#server/jobs/build-export.ts';
import { deliverWebhook } from '#server/jobs/deliver-webhook.ts';
import { sendDeclinedEmail, sendExpiredEmail } from '#server/jobs/outcome.ts';
import { sendBulk } from '#server/jobs/send-bulk.ts';
import { sweep } from '#server/jobs/sweep.ts';
import { suspend, unsuspend } from '#server/organizations/change-standing.ts';
import { getCookieName } from '#server/surface/cookies.ts';
import { makeTemplate } from '../api/template/example.ts';
import { mutate, PASSWORD, post, query, whoIs } from '../support/account.ts';
import { agentOf } from '../support/agent.ts';
import { useApi } from '../support/api.ts';
import { ALICE, createDraft, sendDraft, SIGNATURE } from '../support/envelopes.ts';
import { HOUR_MS, later, pass } from '../support/moments.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { callDashboard, ORIGIN, sessionOf } from '../support/session.ts';
import { openSession, tokenIn } from '../support/sessions.ts';
import { openVisitor } from '../support/visitor.ts';

// Nothing runs by itself: each test ends Mallory's access first and then runs what she left behind.
const api = useApi({ alone: true });
let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver?.close();
});

/** What can be left behind, and what becomes of it. */
type Outcomes = {
  readonly session: number;
  /** What she may do in her session, and by her key. */
  readonly sessionMay: readonly string[];
  readonly keyMay: readonly string[];
  readonly agent: number;
  readonly key: number;
  readonly keyOfKey: number;
  readonly invitation: number;
  readonly directory: number;
  readonly editingUrl: number;
  readonly editingPage: number;
  readonly signingUrl: number;
  readonly signingPage: number;
  readonly copiedLink: number;
  readonly replacedLink: number;
  readonly webhook: string;
  /** The owner's webhook, which she has pointed at her server. */
  readonly movedWebhook: string;
  /** Whether she is told that a recipient of hers declined. */
  readonly emails: number;
  readonly scheduled: string;
  readonly bulkSend: string;
  readonly form: string;
  readonly closedForm: string | null;
  readonly exportOfAll: string;
};

const UNTOUCHED: Outcomes = {
  session: 200,
  sessionMay: ['read', 'prepare', 'administer', 'own'],
  keyMay: ['read', 'prepare', 'administer'],
  agent: 200,
  key: 200,
  keyOfKey: 200,
  invitation: 201,
  directory: 200,
  editingUrl: 200,
  editingPage: 200,
  signingUrl: 200,
  signingPage: 200,
  copiedLink: 200,
  replacedLink: 401,
  webhook: 'delivered',
  movedWebhook: 'delivered',
  emails: 1,
  scheduled: 'in_progress',
  bulkSend: 'sent',
  form: 'open: sent',
  closedForm: null,
  exportOfAll: 'finished',
};

type World = Awaited<ReturnType<typeof leaveEverything>>;
type Ending = readonly [name: string, end: (world: World) => Promise<unknown>, changed: Partial<Outcomes>];

/** The table of docs/security.md. What an ending doesn't name goes on. */
const ENDINGS: readonly Ending[] = [
  ['nothing happens', () => Promise.resolve(), {}],
  [
    'she is removed',
    ({ owner, userId }) => mutate(api, owner, 'member.remove', { userId }),
    {
      ...{ session: 401, agent: 401, key: 401, keyOfKey: 401, invitation: 401, sessionMay: [], keyMay: [] },
      ...{ editingUrl: 401, editingPage: 401, signingUrl: 401, signingPage: 401 },
      ...{ webhook: 'creator_lost_access', movedWebhook: 'creator_lost_access', emails: 0 },
      scheduled: 'held: sender_removed',
      ...{
        bulkSend: 'stopped: sender_removed',
        exportOfAll: 'stopped: starter_removed',
        form: 'closed: closed',
      },
      closedForm: 'publisher_removed',
    },
  ],
  [
    'she becomes a member',
    ({ owner, userId }) => mutate(api, owner, 'member.changeRole', { userId, role: 'member' }),
    {
      ...{ webhook: 'creator_lost_access', movedWebhook: 'creator_lost_access' },
      ...{ invitation: 401, exportOfAll: 'stopped: starter_demoted' },
      ...{ sessionMay: ['read', 'prepare'], keyMay: ['read', 'prepare'] },
    },
  ],
  [
    'she becomes a viewer',
    ({ owner, userId }) => mutate(api, owner, 'member.changeRole', { userId, role: 'viewer' }),
    {
      ...{ key: 401, keyOfKey: 401, invitation: 401, sessionMay: ['read'], keyMay: [] },
      ...{ editingUrl: 401, editingPage: 401, signingUrl: 401, signingPage: 401 },
      ...{ webhook: 'creator_lost_access', movedWebhook: 'creator_lost_access' },
      scheduled: 'held: sender_demoted',
      ...{
        bulkSend: 'stopped: sender_demoted',
        exportOfAll: 'stopped: starter_demoted',
        form: 'closed: closed',
      },
      closedForm: 'publisher_demoted',
    },
  ],
  [
    'her key is revoked',
    ({ owner, keyId }) => mutate(api, owner, 'apiKey.revoke', { id: keyId }),
    {
      ...{ key: 401, keyOfKey: 401, invitation: 401, keyMay: [] },
      ...{ editingUrl: 401, editingPage: 401, signingUrl: 401, signingPage: 401 },
      ...{ webhook: 'creator_lost_access', movedWebhook: 'creator_lost_access' },
    },
  ],
  [
    'the organization is suspended',
    ({ organizationId }) => suspend(api.services, organizationId, 'phishing'),
    {
      ...{ agent: 403, key: 403, keyOfKey: 403, invitation: 401, directory: 403, copiedLink: 401 },
      ...{ editingUrl: 401, editingPage: 401, signingUrl: 401, signingPage: 401 },
      ...{ scheduled: 'waits', bulkSend: 'failed', form: 'closed: refused', emails: 0 },
      ...{ sessionMay: ['read', 'administer', 'own'], keyMay: [] },
    },
  ],
  [
    'a suspension of the organization has ended',
    async ({ organizationId }) => {
      await suspend(api.services, organizationId, 'phishing');
      await unsuspend(api.services, organizationId);
    },
    {},
  ],
];

it.each(ENDINGS)('when %s, everything that she left behind does what it may', async (_name, end, changed) => {
  const world = await leaveEverything();
  await end(world);
  expect(await findOutcomes(world)).toEqual({ ...UNTOUCHED, ...changed });
});

/** Mallory is an owner beside another one, and leaves behind everything that people can. */
async function leaveEverything() {
  const { services } = api;
  const { organizationId, apiKey } = await api.tenant();
  const owner = await sessionOf(api, organizationId, 'owner');
  const agent = await agentOf(api, organizationId, { role: 'owner' });
  const { userId } = agent;
  const started = await services.sessions.start(
    { userId, organizationId, secondFactor: false },
    { ipAddress: null, userAgent: null },
  );
  const mallory = `${getCookieName('session', ORIGIN)}=${started.token}`;
  const made = await mutate(api, mallory, 'apiKey.create', { name: 'Script' });
  const { secret: key } = made;
  const byKey = async (method: string, path: string, body: object) => {
    const { status, json } = await api.call(method, `/api/v1${path}`, { key, body });
    expect([path, status]).toEqual([path, status < 300 ? status : 'a success']);
    return json;
  };
  const { template } = await makeTemplate(api, apiKey);
  const draft = async () => (await createDraft(api, apiKey)).json.envelope.id as string;
  await byKey('PUT', '/embedding', { origins: [ORIGIN] });
  const sent = await sendDraft(api, apiKey, {
    participants: [{ ...ALICE, delivery: 'embedded' }],
    fields: [{ ...SIGNATURE, participantIndex: 0 }],
  });

  const invitation = await byKey('POST', '/invitations', {
    email: `${userId}@second.example`,
    role: 'admin',
  });
  const scheduled = await draft();
  await byKey('POST', `/envelopes/${scheduled}/send`, { expectedVersion: 1, sendAt: later(api, HOUR_MS) });
  const csv = 'client_name,client_email\nAda,ada@example.com';
  const bulk = { requestId: randomUUID(), templateId: template.id, filename: 'people.csv', csv };
  const { id: bulkSendId } = await mutate(api, mallory, 'bulkSend.start', bulk);
  const form = await mutate(api, mallory, 'template.putForm', {
    id: template.id,
    enabled: true,
    roleApiName: 'client',
  });
  const formId = String(form.url).split('/').at(-1) ?? '';
  const { startId } = await openVisitor(api).start({
    id: formId,
    name: 'Ada',
    email: `${userId}@forms.example`,
  });
  const webhook = await byKey('POST', '/webhooks', { url: `http://127.0.0.1:${receiver.port}/${userId}` });
  const owners = await mutate(api, owner, 'webhook.create', {
    url: `http://127.0.0.1:${receiver.port}/ours`,
  });
  const moved = `http://127.0.0.1:${receiver.port}/${userId}-moved`;
  await byKey('PATCH', `/webhooks/${owners.id}`, { url: moved });
  const { secret: keyOfKey } = await byKey('POST', '/api-keys', { name: 'Another' });
  const returnUrl = `${ORIGIN}/back`;
  const requestPage = async (path: string) =>
    tokenIn(await api.call('POST', `/api/v1${path}/session`, { key, body: { returnUrl } }));
  const edited = [await draft(), await draft()] as const;
  const editingUrl = await requestPage(`/envelopes/${edited[0]}`);
  const opening = await requestPage(`/envelopes/${edited[1]}`);
  const editingPage = (await api.call('POST', '/api/editing/session', { key: opening, body: {} })).json.token;
  const signer = (graph: any) => `/envelopes/${graph.envelope.id}/participants/${graph.participants[0].id}`;
  const other = await sendDraft(api, apiKey, {
    participants: [{ ...ALICE, delivery: 'embedded' }],
    fields: [{ ...SIGNATURE, participantIndex: 0 }],
  });
  const signingUrl = await requestPage(signer(sent));
  const signingPage = (await openSession(api, await requestPage(signer(other)))).json.token;
  const emailed = await sendDraft(api, apiKey, {
    participants: [ALICE],
    fields: [{ ...SIGNATURE, participantIndex: 0 }],
  });
  const copied = { id: emailed.envelope.id, participantId: emailed.participants[0].id };
  const { url } = await mutate(api, mallory, 'envelope.copyLink', copied);
  const copiedLink = new URLSearchParams(new URL(url).hash.slice(1)).get('token') ?? '';
  const declined = await sendDraft(api, key, {
    participants: [ALICE],
    fields: [{ ...SIGNATURE, participantIndex: 0 }],
  });
  const { id: exportId } = await mutate(api, mallory, 'export.start', {});
  const { token: directoryToken } = await mutate(api, mallory, 'singleSignOn.createToken', {});
  return {
    ...{ organizationId, owner, mallory, userId, key, keyOfKey, keyId: made.apiKey.id as string },
    ...{ agentToken: agent.token, invitationId: invitation.id, scheduled, bulkSendId, formId, startId },
    ...{
      movedId: owners.id,
      declinedId: declined.envelope.id as string,
      email: (await whoIs(api, mallory)).json.user.email as string,
    },
    ...{ webhookId: webhook.id, editingUrl, editingPage, signingUrl, signingPage, exportId },
    ...{
      apiKey,
      templateId: template.id as string,
      directoryToken,
      copied,
      copiedLink,
      version: emailed.envelope.version,
    },
  };
}

/** Lets the time come for everything, and says what became of it. */
async function findOutcomes(world: World): Promise<Outcomes> {
  const { services } = api;
  const { organizationId } = world;
  const statusOf = async (method: string, path: string, key: string, body?: object) =>
    (await api.call(method, path, { key, ...(body === undefined ? {} : { body }) })).status;
  const found = {
    session: (await whoIs(api, world.mallory)).status,
    ...(await findRights(world)),
    agent: await statusOf('GET', '/api/v1/envelopes', world.agentToken),
    key: await statusOf('GET', '/api/v1/ping', world.key),
    keyOfKey: await statusOf('GET', '/api/v1/ping', world.keyOfKey),
    editingUrl: await statusOf('POST', '/api/editing/session', world.editingUrl, {}),
    editingPage: await statusOf('GET', '/api/editing/envelope', world.editingPage),
    signingUrl: await statusOf('POST', '/api/signer/session', world.signingUrl, {}),
    signingPage: await statusOf('GET', '/api/signer/envelope', world.signingPage),
    directory: await statusOf('GET', '/scim/v2/Users', world.directoryToken),
    form: await fillIn(world),
    invitation: await join(world),
    webhook: await notify(world, world.webhookId, `/${world.userId}`),
    movedWebhook: await notify(world, world.movedId, `/${world.userId}-moved`),
    emails: await decline(world),
    copiedLink: await statusOf('GET', '/api/signer/envelope', world.copiedLink),
  };
  await mutate(api, world.owner, 'envelope.resendLink', { ...world.copied, expectedVersion: world.version });
  const replacedLink = await statusOf('GET', '/api/signer/envelope', world.copiedLink);
  await sendBulk(services, { organizationId, bulkSendId: world.bulkSendId });
  pass(api, HOUR_MS);
  await sweep(services);
  const payload = { organizationId, exportId: world.exportId };
  await buildExport(services, payload);
  await buildExport(services, payload);
  const exports = (await query(api, world.owner, 'export.list')).items;
  return {
    ...found,
    replacedLink,
    closedForm: await findClosedForm(world),
    scheduled: await findScheduled(world),
    bulkSend: await findBulkSend(world),
    exportOfAll: describeExport(exports[0]),
  };
}

/** Tries one act of each right, in the session and by the key. */
async function findRights({ mallory, key, templateId }: World) {
  const draft = { recipients: { client: { name: 'Ada', email: 'ada@example.com' } } };
  const inSession = async (kind: 'query' | 'mutation', procedure: string, input: object) =>
    (await callDashboard(api, kind, procedure, { cookie: mallory, input })).status;
  const byKey = async (method: string, path: string, body?: object) =>
    (await api.call(method, `/api/v1${path}`, { key, ...(body === undefined ? {} : { body }) })).status;
  const sessionMay = {
    read: await inSession('query', 'envelope.list', {}),
    prepare: await inSession('mutation', 'template.createEnvelope', { id: templateId, ...draft }),
    administer: await inSession('query', 'administrativeAction.list', {}),
    own: await inSession('query', 'export.list', {}),
  };
  const keyMay = {
    read: await byKey('GET', '/envelopes'),
    prepare: await byKey('POST', `/templates/${templateId}/envelopes`, draft),
    administer: await byKey('GET', '/api-keys'),
  };
  const listPermitted = (tried: Readonly<Record<string, number>>) =>
    Object.keys(tried).filter((right) => (tried[right] ?? 500) < 300);
  return { sessionMay: listPermitted(sessionMay), keyMay: listPermitted(keyMay) };
}

function describeExport({
  finishedAt,
  stopReason,
}: {
  finishedAt: string | null;
  stopReason: string | null;
}) {
  if (stopReason !== null) return `stopped: ${stopReason}`;
  return finishedAt === null ? 'running' : 'finished';
}

async function fillIn({ organizationId, formId, startId }: World): Promise<string> {
  const [row] = await transaction(api.services.db, { organizationId }, (tx) =>
    tx.execute<{ nonce: string }>(sql`select code_nonce as nonce from form_starts where id = ${startId}`),
  );
  const { state } = await openVisitor(api).view({ id: formId });
  const code = deriveCode(row?.nonce ?? '', api.services.config.secretKeys.current.key);
  try {
    await openVisitor(api).confirm({ id: formId, startId, code });
    return `${state}: sent`;
  } catch (error) {
    const { code: refused, details } = (error as { cause: { code: string; details?: { reason?: string } } })
      .cause;
    const outcome =
      details?.reason === 'form_closed' ? 'closed' : refused === 'forbidden' ? 'refused' : refused;
    return `${state}: ${outcome}`;
  }
}

async function findClosedForm({ apiKey, templateId }: World): Promise<string | null> {
  const { json } = await api.call('GET', `/api/v1/templates/${templateId}/form`, { key: apiKey });
  return json.closedReason ?? null;
}

async function join({ invitationId }: World): Promise<number> {
  const { key } = api.services.config.secretKeys.current;
  const token = deriveAccountToken(key, 'invitation', `${invitationId}.1`);
  const { status } = await post(api, 'invitation/join', { token, name: 'Mallory', password: PASSWORD });
  return status;
}

/** Sends a test message to a webhook. Returns `delivered`, or why the webhook is disabled. */
async function notify({ organizationId, owner }: World, id: string, at: string): Promise<string> {
  const { id: deliveryId } = await mutate(api, owner, 'webhook.test', { id });
  await deliverWebhook(api.services, { organizationId, deliveryId, attempt: 1 });
  const received = receiver.requests.filter(({ path }) => path === at);
  const { json } = await callDashboard(api, 'query', 'webhook.get', { cookie: owner, input: { id } });
  const { disabledReason } = json.result.data;
  expect(received).toHaveLength(disabledReason === null ? 1 : 0);
  return disabledReason ?? 'delivered';
}

/** Lets a recipient of hers decline, if their link works. Returns how many emails tell her so. */
async function decline({ organizationId, declinedId, email }: World): Promise<number> {
  const { services } = api;
  const { envelope, participants } = await loadGraph(services, organizationId, declinedId);
  const [signer] = participants;
  if (signer === undefined) throw new Error('nobody signs');
  const link = createSigningLink(services, envelope, signer, 'sign');
  const body = { reason: 'Not like this.' };
  const key = new URLSearchParams(new URL(link).hash.slice(1)).get('token') ?? '';
  const answer = await api.call('POST', '/api/signer/decline', { key, body });
  expect([200, 401]).toContain(answer.status);
  const payload = { organizationId, envelopeId: declinedId, recipient: 'sender' };
  if (answer.status === 200) await sendDeclinedEmail(services, payload, true);
  else await sendExpiredEmail(services, payload, true);
  return (await api.mails(organizationId, 0)).filter(({ recipient }) => recipient === email).length;
}

async function findScheduled({ owner, scheduled }: World): Promise<string> {
  const input = { id: scheduled };
  const read = async (procedure: string) =>
    (await callDashboard(api, 'query', procedure, { cookie: owner, input })).json.result.data;
  const { envelope } = await read('envelope.get');
  if (envelope.status !== 'draft') return envelope.status;
  const failed = (await read('envelope.events')).items.find(
    ({ action }: { action: string }) => action === 'envelope.schedule_failed',
  );
  return failed === undefined ? 'waits' : `held: ${failed.payload.reason}`;
}

async function findBulkSend({ owner, bulkSendId }: World): Promise<string> {
  const input = { id: bulkSendId };
  const { json } = await callDashboard(api, 'query', 'bulkSend.get', { cookie: owner, input });
  const { bulkSend } = json.result.data;
  if (bulkSend.stopReason !== null) return `stopped: ${bulkSend.stopReason}`;
  return bulkSend.sentCount === 1 ? 'sent' : 'failed';
}
