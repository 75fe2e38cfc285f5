import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shouldOpenDocument, readAddressToken } from '#ui/signer/link-token.ts';
import { openServices } from '#server/main/open-services.ts';
import type { Services } from '#server/runtime/services.ts';
import { createHandlers } from '#server/jobs/worker.ts';
import { createPageCaller } from '#server/procedures/router.ts';
import { openCookies } from '#server/surface/cookies.ts';
import { deriveCode } from '#server/envelopes/sent-code.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { expectError, expectInvalidState, expectIssues } from '../../support/answers.ts';
import { useApi } from '../../support/api.ts';
import { actionsOf, eventsOf } from '../../support/traces.ts';
import { sourceEnvelope, templateBody, WITNESS } from './example.ts';

const api = useApi({ alone: true, work: true });
let other: Awaited<ReturnType<typeof openServices>>;
let visits = 0;

/** Another process that uses the same database. */
beforeAll(async () => {
  other = await openServices(api.services.config, () => new Date(api.clock.now));
  await other.services.queue.work(createHandlers(other.services), { concurrency: 2 });
});
afterAll(() => other.close());

/** Calls what a visitor's page calls, by default from a different network each time. */
function visitor(
  services: Services = api.services,
  ipAddress = `10.0.${(visits += 1) >> 8}.${visits & 255}`,
) {
  const replyHeaders = new Headers();
  return createPageCaller({
    services,
    principal: { kind: 'nobody' },
    audit: { ipAddress, userAgent: 'Test' },
    requestId: 'test',
    replyHeaders,
    cookies: openCookies(new Headers(), replyHeaders, services.config.http.origin),
    body: null,
    contentType: null,
    idempotency: null,
  }).form;
}

async function published(settings: Record<string, unknown> = {}) {
  const tenant = await api.tenant();
  const key = tenant.apiKey;
  const body = templateBody(await sourceEnvelope(api, key));
  const template = (await api.ask('POST /api/v1/templates', { key, body })).json as any;
  const path = `/api/v1/templates/${template.template.id}/form`;
  const put = (more: Record<string, unknown> = {}) =>
    api.call('PUT', path, { key, body: { enabled: true, roleApiName: 'client', ...settings, ...more } });
  const answer = await put();
  return {
    ...tenant,
    key,
    path,
    put,
    answer,
    id:
      String(answer.json?.url ?? '')
        .split('/')
        .at(-1) ?? '',
  };
}

/** Returns the code that was emailed for a start, computed from the database and the key. */
async function codeOf(organizationId: string, startId: string): Promise<string> {
  const [row] = await transaction(api.services.db, { organizationId }, (tx) =>
    tx.execute<{ nonce: string }>(sql`select code_nonce as nonce from form_starts where id = ${startId}`),
  );
  return deriveCode(row?.nonce ?? '', api.services.config.secretKeys.current.key);
}
const ada = { name: 'Ada Lovelace', email: 'ada@example.com' };
const refusedWith = (code: string) => expect.objectContaining({ cause: expect.objectContaining({ code }) });

describe('/api/v1/templates/{id}/form', () => {
  it('publishes a template under a link that stays, and ends it', async () => {
    const form = await published({ maxUses: 3, allowedDomains: ['Example.com'] });
    expect([form.answer.status, form.answer.json]).toEqual([
      200,
      {
        url: `http://localhost:3000/forms/${form.id}`,
        ...{ enabled: true, roleApiName: 'client', expiresAt: null, maxUses: 3, uses: 0 },
        ...{ allowedDomains: ['example.com'], recipients: {} },
        ...{ closedReason: null, closedAt: null, thankYou: null },
      },
    ]);
    const changed = await form.put({ enabled: false, maxUses: null });
    expect(changed.json).toMatchObject({ url: form.answer.json.url, enabled: false, maxUses: null });
    expect((await api.call('GET', form.path, { key: form.key })).json).toEqual(changed.json);
    expect((await api.call('DELETE', form.path, { key: form.key })).status).toBe(204);
    expectError(await api.call('DELETE', form.path, { key: form.key }), 'not_found');
    expectError(await api.call('GET', form.path, { key: form.key }), 'not_found');
    await expect(visitor().view({ id: form.id })).rejects.toEqual(refusedWith('not_found'));
  });

  it('refuses settings that the template cannot be used with', async () => {
    const { put } = await published();
    expectIssues(await put({ roleApiName: 'nobody' }), ['/roleApiName']);
    expectIssues(await put({ roleApiName: 'our_side' }), [
      '/recipients/client',
      '/roleApiName',
      '/roleApiName',
    ]);
    expectIssues(await put({ recipients: { client: WITNESS } }), ['/recipients/client']);
    expectIssues(await put({ recipients: { nobody: WITNESS } }), ['/recipients/nobody']);
    expectIssues(await put({ expiresAt: '2026-01-01T00:00:00Z' }), ['/expiresAt']);
    expectIssues(await put({ maxUses: 0 }), ['/maxUses']);
    expectIssues(await put({ thankYou: { text: '' } }), ['/thankYou/text']);
    for (const url of ['http://example.com', 'https://10.0.0.1/'])
      expectIssues(await put({ thankYou: { text: 'Thanks', url } }), ['/thankYou/url']);
    expectIssues(await put({ allowedDomains: ['*.example.com'] }), ['/allowedDomains/0']);
  });

  it('is not for archived templates', async () => {
    const { key, path, put } = await published();
    await api.call('DELETE', path.replace(/\/form$/, ''), { key });
    expectInvalidState(await put(), 'archived');
  });
});

describe('a public form', () => {
  it('shows the document and who signs to anyone with the link, unless only some addresses are accepted', async () => {
    const { id, put } = await published({ recipients: { witness: WITNESS } });
    const { preview } = await visitor().view({ id });
    expect(preview).toEqual({
      pageCount: 1,
      message: null,
      people: [
        { name: null, turn: 'own' },
        { name: expect.any(String), turn: 'after' },
        { name: WITNESS.name, turn: 'after' },
      ],
    });
    const document = await visitor().document({ id });
    expect(Buffer.from(await document.arrayBuffer()).toString('latin1', 0, 5)).toBe('%PDF-');
    for (const change of [{ allowedDomains: ['example.com'] }, { enabled: false }]) {
      await put(change);
      expect((await visitor().view({ id })).preview).toBeNull();
      await expect(visitor().document({ id })).rejects.toEqual(refusedWith('not_found'));
    }
  });

  it('asks for a code by email, then sends the envelope and opens it', async () => {
    const thankYou = { text: 'We will call you.', url: 'https://example.com/welcome' };
    const { id, key, organizationId } = await published({ thankYou });
    expect(await visitor().view({ id })).toMatchObject({
      state: 'open',
      branding: { displayName: 'Acme GmbH' },
    });
    const { startId } = await visitor().start({ id, ...ada, language: 'de' });
    const mail = await api.until('the code', async () =>
      (await api.mails(organizationId, 0)).find(({ recipient }) => recipient === ada.email),
    );
    expect(mail.text).toContain(await codeOf(organizationId, startId));
    expect(mail.text).not.toContain(ada.name);
    const { url } = await visitor().confirm({ id, startId, code: await codeOf(organizationId, startId) });
    const address = new URL(url);
    const token = readAddressToken(address) ?? '';
    expect(shouldOpenDocument(address)).toBe(true);
    const view = await api.call('GET', '/api/signer/envelope', { key: token });
    expect(view.json).toMatchObject({
      isMyTurn: true,
      canAsk: false,
      thankYou,
      me: { ...ada, language: 'de' },
    });
    const asked = { kind: 'question', text: 'Who are you?' };
    const question = await api.call('POST', '/api/signer/threads', { key: token, body: asked });
    expectInvalidState(question, 'in_progress', 'asking_not_allowed');
    const { json } = await api.ask('GET /api/v1/envelopes', { key });
    const sent = json.items.find(({ status }: any) => status === 'in_progress') as any;
    expect(await actionsOf(api, key, sent.id)).toEqual(
      expect.arrayContaining(['envelope.sent', 'participant.authenticated', 'participant.viewed']),
    );
    const values = view.json.fields.flatMap(({ id: fieldId, type, required }: any) =>
      required && type === 'text' ? [{ fieldId, value: 'Rome' }] : [],
    );
    const signature = { kind: 'typed', text: ada.name };
    const body = { values, signature, initials: signature, language: 'de' };
    const signed = await api.call('POST', '/api/signer/sign', { key: token, body });
    expect([signed.status, signed.json.details]).toEqual([200, undefined]);
    const event = (await eventsOf(api, key, sent.id)).find(({ action }) => action === 'participant.signed');
    expect(event?.payload.intent).toMatchObject({ how: 'sign_and_finish', statementLanguage: 'de' });
    await expect(
      visitor().confirm({ id, startId, code: await codeOf(organizationId, startId) }),
    ).rejects.toEqual(refusedWith('validation_failed'));
  });

  it('emails whoever began before it ended the link again, and nobody else', async () => {
    const { id, organizationId, put } = await published();
    const late = { name: 'Lea Late', email: 'late@example.com' };
    const { startId } = await visitor().start({ id, ...late });
    await visitor().confirm({ id, startId, code: await codeOf(organizationId, startId) });
    await put({ enabled: false });
    const links = async () =>
      (await api.mails(organizationId, 0)).filter(({ text }) => text.includes('/sign#token='));
    const before = (await links()).length;
    expect(await visitor().sendLink({ id, email: 'nobody@example.com' })).toEqual({ accepted: true });
    expect(await visitor().sendLink({ id, email: late.email }), 'in the first hour').toEqual({
      accepted: true,
    });
    api.clock.now = new Date(api.clock.now.getTime() + 61 * 60_000);
    await visitor().sendLink({ id, email: late.email.toUpperCase() });
    const after = await api.until('the link', async () => {
      const found = await links();
      return found.length > before && found;
    });
    expect(after).toHaveLength(before + 1);
    expect(after.at(-1)?.recipient).toBe(late.email);

    await put({ enabled: true });
    const [asked] = await transaction(api.services.db, { organizationId }, (tx) =>
      tx.execute<{ id: string }>(sql`select id from form_starts where name = '' order by created_at desc`),
    );
    const code = await codeOf(organizationId, asked?.id ?? '');
    await expect(visitor().confirm({ id, startId: asked?.id ?? '', code })).rejects.toEqual(
      refusedWith('validation_failed'),
    );
  });

  it('takes five wrong codes, then none', async () => {
    const { id, organizationId } = await published();
    const { startId } = await visitor().start({ id, ...ada });
    const code = await codeOf(organizationId, startId);
    const wrong = code === '000000' ? '111111' : '000000';
    const tries = await Promise.allSettled(
      Array.from({ length: 20 }, () => visitor().confirm({ id, startId, code: wrong })),
    );
    expect(tries.every(({ status }) => status === 'rejected')).toBe(true);
    await expect(visitor().confirm({ id, startId, code })).rejects.toEqual(refusedWith('validation_failed'));
  });

  it('takes only addresses of its domains, and is closed when it is off, expired or used up', async () => {
    const form = await published({ allowedDomains: ['example.com'], maxUses: 1 });
    const { id, organizationId, put } = form;
    for (const email of ['ada@evil.example', 'ada@sub.example.com', 'ada@example.com.evil.example'])
      await expect(visitor().start({ id, name: 'Ada', email })).rejects.toEqual(
        refusedWith('validation_failed'),
      );
    const starts = [await visitor().start({ id, ...ada }), await visitor().start({ id, ...ada })];
    const confirm = async ({ startId }: { startId: string }) =>
      await visitor().confirm({ id, startId, code: await codeOf(organizationId, startId) });
    const [first, second] = starts;
    if (first === undefined || second === undefined) throw new Error('two were started');
    await confirm(first);
    await expect(confirm(second)).rejects.toEqual(refusedWith('invalid_state'));
    expect(await visitor().view({ id })).toMatchObject({ state: 'full' });
    await expect(visitor().start({ id, ...ada })).rejects.toEqual(refusedWith('invalid_state'));
    await put({ maxUses: 5, enabled: false });
    expect(await visitor().view({ id })).toMatchObject({ state: 'closed' });
    await expect(visitor().start({ id, ...ada })).rejects.toEqual(refusedWith('invalid_state'));
    expectIssues(await form.put({ maxUses: 0 }), ['/maxUses']);
  });

  it('emails one address five codes an hour, and one network thirty', async () => {
    const { id } = await published();
    const email = 'often@example.com';
    for (let sent = 0; sent < 5; sent += 1) await visitor().start({ id, name: 'Ada', email });
    await expect(visitor().start({ id, name: 'Ada', email })).rejects.toEqual(refusedWith('rate_limited'));
    const network = visitor(api.services, '198.51.100.9');
    const asked = await Promise.allSettled(
      Array.from({ length: 31 }, (_, n) => network.start({ id, name: 'Ada', email: `n${n}@example.com` })),
    );
    expect(asked.filter(({ status }) => status === 'rejected')).toHaveLength(1);
  });

  it('is used exactly as often as it may, with fifty at once in two processes', async () => {
    const { id, key, path, organizationId } = await published({ maxUses: 10 });
    const people = await Promise.all(
      Array.from({ length: 50 }, async (_, n) => {
        const email = `p${n}@example.com`;
        const { startId } = await visitor().start({ id, name: `Person ${n}`, email });
        return { startId, code: await codeOf(organizationId, startId) };
      }),
    );
    const done = await Promise.allSettled(
      people.map((person, n) =>
        visitor(n % 2 === 0 ? api.services : other.services).confirm({ id, ...person }),
      ),
    );
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    for (const outcome of done)
      if (outcome.status === 'rejected') expect(outcome.reason).toEqual(refusedWith('invalid_state'));
    expect((await api.call('GET', path, { key })).json.uses).toBe(10);
    const { json } = await api.ask('GET /api/v1/envelopes', { key, query: { view: 'waiting', limit: 100 } });
    expect(json.items).toHaveLength(10);
  });
});
