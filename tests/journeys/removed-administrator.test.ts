import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { deriveAccountToken } from '#server/crypto/account-token.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { deriveCode } from '#server/envelopes/sent-code.ts';
import { sweep } from '#server/jobs/sweep.ts';
import { createHandlers } from '#server/jobs/worker.ts';
import { getCookieName } from '#server/surface/cookies.ts';
import { makeTemplate } from '../api/template/example.ts';
import { mutate, PASSWORD, post, query, whoIs } from '../support/account.ts';
import { agentOf } from '../support/agent.ts';
import { useApi } from '../support/api.ts';
import { createDraft, listed } from '../support/envelopes.ts';
import { HOUR_MS, later, pass } from '../support/moments.ts';
import { ORIGIN, sessionOf } from '../support/session.ts';
import { actionsOf, jobsDone } from '../support/traces.ts';
import { openVisitor } from '../support/visitor.ts';

// Jobs wait until she's gone: those that run only then must check whether she still has permission.
const api = useApi({ alone: true });

it('a removed administrator: everything she left behind', async () => {
  const { services } = api;
  const { organizationId, apiKey } = await api.tenant();
  const owner = await sessionOf(api, organizationId, 'owner');
  const inside = <T>(run: Parameters<typeof transaction<T>>[2]) =>
    transaction(services.db, { organizationId }, run);

  // Mallory is an administrator at Acme. She's signed in, has an agent and an API key, and has sent an
  // envelope.
  const agent = await agentOf(api, organizationId, { role: 'admin' });
  const started = await services.sessions.start(
    { userId: agent.userId, organizationId, secondFactor: false },
    { ipAddress: null, userAgent: null },
  );
  const mallory = `${getCookieName('session', ORIGIN)}=${started.token}`;
  const act = (procedure: string, input: unknown) => mutate(api, mallory, procedure, input);
  const { secret: key } = await act('apiKey.create', { name: 'Script', scopes: ['envelopes:read', 'admin'] });
  const { template } = await makeTemplate(api, apiKey);
  const draft = async () => (await createDraft(api, apiKey)).json.envelope.id as string;
  const [sent, scheduled, edited] = [await draft(), await draft(), await draft()];
  await act('envelope.send', { id: sent, expectedVersion: 1 });

  // She leaves behind an invitation to another address of hers, …
  const invitation = await act('member.invite', { email: 'second@mallory.example', role: 'admin' });
  const token = deriveAccountToken(
    services.config.secretKeys.current.key,
    'invitation',
    `${invitation.id}.1`,
  );
  expect((await post(api, 'invitation', { token })).json.invitation).toMatchObject({ role: 'admin' });
  // … an envelope scheduled for an hour later, a bulk send, …
  await act('envelope.send', { id: scheduled, expectedVersion: 1, sendAt: later(api, HOUR_MS) });
  const csv = 'client_name,client_email\nAda,ada@example.com\nBob,bob@example.com';
  const bulk = { requestId: randomUUID(), templateId: template.id, filename: 'people.csv', csv };
  const { id: bulkSendId } = await act('bulkSend.start', bulk);
  // … a public form that someone has started filling in, …
  const form = await act('template.putForm', {
    id: template.id,
    enabled: true,
    roleApiName: 'client',
  });
  const formId = String(form.url).split('/').at(-1) ?? '';
  const { startId } = await openVisitor(api).start({ id: formId, name: 'Ada', email: 'ada@example.com' });
  const [row] = await inside((tx) =>
    tx.execute<{ nonce: string }>(sql`select code_nonce as nonce from form_starts where id = ${startId}`),
  );
  const code = deriveCode(row?.nonce ?? '', services.config.secretKeys.current.key);
  // … and a page for editing a draft.
  const page = await act('envelope.createEditingSession', { id: edited, returnUrl: `${ORIGIN}/back` });
  const [, opening = ''] = /#token=([^&]+)/.exec(page.url) ?? [];
  const opened = await api.call('POST', '/api/editing/session', { key: opening, body: {} });
  const reads = () => api.call('GET', '/api/editing/envelope', { key: opened.json.token });
  const agentReads = () => api.call('GET', '/api/v1/envelopes', { key: agent.token });
  const pings = () => api.call('GET', '/api/v1/ping', { key });
  expect([(await reads()).status, (await agentReads()).status, (await pings()).status]).toEqual([
    200, 200, 200,
  ]);

  // The owner removes her. Her session, key, agent and page end immediately.
  expect(await mutate(api, owner, 'member.remove', { userId: agent.userId })).toBeUndefined();
  for (const { status } of [await whoIs(api, mallory), await pings(), await agentReads(), await reads()])
    expect(status).toBe(401);

  // Her invitation lets nobody in, not even by another route.
  const joining = { token, name: 'Mallory', password: PASSWORD };
  expect((await post(api, 'invitation', { token })).json.invitation).toBeNull();
  expect((await post(api, 'invitation/join', joining)).status).toBe(401);

  // When the time comes, nothing is sent in her name.
  await expect(openVisitor(api).confirm({ id: formId, startId, code })).rejects.toMatchObject({
    cause: { code: 'invalid_state', details: { reason: 'form_closed' } },
  });
  await services.queue.work(createHandlers(services), { concurrency: 2 });
  pass(api, HOUR_MS);
  await sweep(services);
  await jobsDone(api, scheduled);
  const { bulkSend } = await api.until('the bulk send to stop', async () => {
    const answer = await api.call('GET', `/api/v1/bulk-sends/${bulkSendId}`, { key: apiKey });
    return answer.json.bulkSend.finishedAt === null ? null : answer.json;
  });
  expect(bulkSend).toMatchObject({ sentCount: 0, stopReason: 'sender_removed' });
  expect(await listed(api, apiKey, scheduled)).toMatchObject({
    status: 'draft',
    attention: ['schedule_failed'],
  });
  expect((await actionsOf(api, apiKey, scheduled)).at(-1)).toBe('envelope.schedule_failed');

  // Envelopes she had already sent continue, and the people who can decide learn about the rest.
  expect(await listed(api, apiKey, sent)).toMatchObject({ status: 'in_progress' });
  const asked = (await api.mails(organizationId, 1)).filter(({ subject }) => subject.includes('has asked'));
  expect(asked).toHaveLength(1);
  const told = (await api.mails(organizationId, 1)).filter(({ subject }) => subject.includes('as scheduled'));
  expect(told).toHaveLength(2);
  const { items } = await query(api, owner, 'administrativeAction.list');
  expect(items.map(({ action }: { action: string }) => action)).toEqual(
    expect.arrayContaining(['member.removed', 'api_key.revoked', 'agent.ended', 'invitation.revoked']),
  );
});
