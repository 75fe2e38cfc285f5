import { describe, expect, it } from 'vitest';
import { LIMITS } from '#domain/limits.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { readWebhook } from '#server/db/webhooks/webhooks.ts';
import { expectError, expectIssues } from '../../support/answers.ts';
import { useApi } from '../../support/api.ts';
import { createDraft } from '../../support/envelopes.ts';

const api = useApi();
const URL_A = 'https://example.com/hook';

async function made(body: Record<string, unknown> = {}) {
  const tenant = await api.tenant();
  const client = api.client(tenant.apiKey);
  const { data } = await client.POST('/api/v1/webhooks', { body: { url: URL_A, ...body } });
  if (data === undefined) throw new Error('no webhook was made');
  return { ...tenant, client, webhook: data, path: `/api/v1/webhooks/${data.id}` };
}

describe('POST /api/v1/webhooks', () => {
  it('returns 201 with the webhook and its secret, which is stored encrypted and never shown again', async () => {
    const { client, webhook, organizationId } = await made({
      description: ' Our  CRM ',
      events: ['envelope.sent'],
    });
    const { secret, ...rest } = webhook;
    expect(rest).toEqual({
      id: expect.stringMatching(/^wh_[0-9a-z]{26}$/),
      organizationId,
      url: URL_A,
      description: 'Our CRM',
      events: ['envelope.sent'],
      enabled: true,
      disabledReason: null,
      disabledAt: null,
      failingSince: null,
      previousSecretExpiresAt: null,
      createdAt: api.clock.now.toISOString(),
      updatedAt: api.clock.now.toISOString(),
    });
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const params = { path: { id: webhook.id } };
    expect((await client.GET('/api/v1/webhooks/{id}', { params })).data).toEqual(rest);
    expect((await client.GET('/api/v1/webhooks')).data).toEqual({ items: [rest] });
    const stored = await transaction(api.services.db, { organizationId }, (tx) =>
      readWebhook(tx, organizationId, webhook.id),
    );
    expect(JSON.stringify(stored)).not.toContain(secret.slice(6));
    expect(stored?.secrets.current).toMatch(/^box1\./);
  });

  it('replays its response with the secret, which is only stored encrypted', async () => {
    const { apiKey: key, organizationId } = await api.tenant();
    const call = { key, body: { url: URL_A }, headers: { 'idempotency-key': 'once' } };
    const first = await api.call('POST', '/api/v1/webhooks', call);
    const again = await api.call('POST', '/api/v1/webhooks', call);
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.json).toEqual(first.json);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    const kept = await transaction(api.services.db, { organizationId }, (tx) =>
      tx.execute('select response::text as response from idempotency_keys'),
    );
    expect(JSON.stringify(kept)).not.toContain(first.json.secret.slice(6, 30));
    const other = { ...call, body: { url: `${URL_A}/other` } };
    expectError(await api.call('POST', '/api/v1/webhooks', other), 'idempotency_key_reused');
    expect((await api.ask('GET /api/v1/webhooks', { key })).json.items).toHaveLength(1);
  });

  it.each([
    ['http to the public', 'http://example.com/hook'],
    ['another scheme', 'ftp://example.com'],
    ['no URL', 'example.com'],
    ['a user name in it', 'https://me:secret@example.com'],
    ['a private address', 'https://10.0.0.1/hook'],
    ['the metadata of a cloud', 'http://169.254.169.254/latest'],
    ['a mapped address', 'https://[::ffff:10.0.0.1]/'],
  ])('answers 422 to a URL with %s', async (_what, url) => {
    const { apiKey: key } = await api.tenant();
    expectIssues(await api.ask('POST /api/v1/webhooks', { key, body: { url } }), ['/url']);
  });

  it('takes http to this machine where the operator allows it', async () => {
    const { apiKey: key } = await api.tenant();
    for (const url of ['http://localhost:4000/hook', 'http://127.0.0.1:4000', 'http://[::1]:4000'])
      expect((await api.ask('POST /api/v1/webhooks', { key, body: { url } })).status).toBe(201);
  });

  it.each([
    [{ events: [] }, ['/events']],
    [{ events: ['envelope.sent', 'envelope.sent'] }, ['/events']],
    [{ events: ['envelope.burnt'] }, ['/events/0']],
    [{ url: `https://example.com/${'x'.repeat(LIMITS.webhookUrlMaxChars)}` }, ['/url']],
    [{ secret: 'whsec_mine' }, ['/secret']],
  ])('answers 422 to %j', async (change, paths) => {
    const { apiKey: key } = await api.tenant();
    const body = { url: URL_A, ...change };
    expectIssues(await api.call('POST', '/api/v1/webhooks', { key, body }), paths);
  });

  it('creates no more than the maximum, even for concurrent requests', async () => {
    const { apiKey: key } = await api.tenant();
    const answers = await Promise.all(
      Array.from({ length: LIMITS.webhooksMax + 5 }, () =>
        api.ask('POST /api/v1/webhooks', { key, body: { url: URL_A } }),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(LIMITS.webhooksMax);
    for (const answer of answers.filter(({ status }) => status !== 201))
      expectError(answer, 'invalid_state', { webhooksMax: LIMITS.webhooksMax });
  });
});

describe('PATCH /api/v1/webhooks/{id}', () => {
  it('changes what is given, and keeps the rest', async () => {
    const { client, webhook } = await made({ description: 'CRM', events: ['envelope.sent'] });
    const { secret: _secret, ...before } = webhook;
    const params = { path: { id: webhook.id } };
    const patch = async (body: Record<string, unknown>) =>
      (await client.PATCH('/api/v1/webhooks/{id}', { params, body })).data;
    expect(await patch({ description: null })).toEqual({ ...before, description: null });
    expect(await patch({ events: null, url: 'https://example.com/b' })).toMatchObject({
      events: null,
      url: 'https://example.com/b',
    });
    const disabledAt = api.clock.now.toISOString();
    expect(await patch({ enabled: false })).toMatchObject({
      enabled: false,
      disabledAt,
      disabledReason: null,
    });
    expect(await patch({ enabled: true })).toMatchObject({ enabled: true, disabledAt: null });
  });

  it('answers 422 to a URL that is never reached', async () => {
    const { apiKey: key, path } = await made();
    expectIssues(await api.call('PATCH', path, { key, body: { url: 'https://192.168.0.1' } }), ['/url']);
  });
});

describe('POST /api/v1/webhooks/{id}/rotate-secret', () => {
  it('returns a new secret and how long the old one is valid', async () => {
    const { client, webhook } = await made();
    const params = { path: { id: webhook.id } };
    const { data } = await client.POST('/api/v1/webhooks/{id}/rotate-secret', { params });
    expect(data?.secret).not.toBe(webhook.secret);
    expect(Date.parse(data?.previousSecretExpiresAt ?? '') - api.clock.now.getTime()).toBe(24 * 3_600_000);
  });
});

describe('DELETE /api/v1/webhooks/{id}', () => {
  it('answers 204, and the webhook is gone with its deliveries', async () => {
    const { client, webhook, apiKey: key, path } = await made();
    await createDraft(api, key);
    const params = { path: { id: webhook.id } };
    expect((await client.DELETE('/api/v1/webhooks/{id}', { params })).response.status).toBe(204);
    for (const [method, target] of [
      ['GET', path],
      ['DELETE', path],
      ['GET', `${path}/deliveries`],
      ['POST', `${path}/test`],
    ] as const)
      expectError(await api.call(method, target, { key }), 'not_found');
    await createDraft(api, key);
  });
});

describe('test and redeliver', () => {
  it('are 409 while the webhook is disabled', async () => {
    const { apiKey: key, path } = await made();
    const { id } = (await api.call('POST', `${path}/test`, { key })).json;
    await api.call('PATCH', path, { key, body: { enabled: false } });
    expectError(await api.call('POST', `${path}/test`, { key }), 'invalid_state', { status: 'disabled' });
    expectError(await api.call('POST', `${path}/deliveries/${id}/redeliver`, { key }), 'invalid_state', {
      status: 'disabled',
    });
  });

  it('run once for an Idempotency-Key', async () => {
    const { apiKey: key, path } = await made();
    const call = { key, headers: { 'idempotency-key': 'k' } };
    const [first, again] = [
      await api.call('POST', `${path}/test`, call),
      await api.call('POST', `${path}/test`, call),
    ];
    expect(again.json).toEqual(first.json);
    expect((await api.call('GET', `${path}/deliveries`, { key })).json.items).toHaveLength(1);
  });
});

describe('GET /api/v1/webhooks/{id}/deliveries', () => {
  it('lists an event’s delivery newest first, page by page, and each with its message', async () => {
    const { client, webhook, apiKey: key, path } = await made({ events: ['envelope.created'] });
    const drafts = [];
    for (let i = 0; i < 5; i++) {
      drafts.push((await createDraft(api, key)).json.envelope);
      api.clock.now = new Date(api.clock.now.getTime() + 1000);
    }
    const params = { path: { id: webhook.id } };
    const seen: (string | null)[] = [];
    let cursor: string | undefined;
    do {
      const query = { limit: 2, ...(cursor === undefined ? {} : { cursor }) };
      const { data } = await client.GET('/api/v1/webhooks/{id}/deliveries', { params: { ...params, query } });
      seen.push(...(data?.items ?? []).map(({ envelopeId }) => envelopeId));
      cursor = data?.nextCursor ?? undefined;
      if (cursor !== undefined && seen.length === 2) {
        const wrong = `${path}/deliveries?status=failed&cursor=${cursor}`;
        expectIssues(await api.call('GET', wrong, { key }), ['/cursor']);
      }
    } while (cursor !== undefined);
    expect(seen).toEqual(drafts.map(({ id }) => id).reverse());

    const { data } = await client.GET('/api/v1/webhooks/{id}/deliveries', { params });
    const [newest] = data?.items ?? [];
    if (newest === undefined) throw new Error('there is no delivery');
    expect(newest).toMatchObject({
      id: expect.stringMatching(/^del_/),
      type: 'envelope.created',
      status: 'pending',
      attempts: 0,
      lastStatusCode: null,
    });
    const one = await client.GET('/api/v1/webhooks/{id}/deliveries/{deliveryId}', {
      params: { path: { id: webhook.id, deliveryId: newest.id } },
    });
    expect(JSON.parse(one.data?.body ?? '')).toMatchObject({ type: 'envelope.created' });
    const none = await client.GET('/api/v1/webhooks/{id}/deliveries', {
      params: { ...params, query: { status: 'succeeded' } },
    });
    expect(none.data).toEqual({ items: [], nextCursor: null });
    const found = async (search: string) => {
      const query = { search };
      const answer = await client.GET('/api/v1/webhooks/{id}/deliveries', { params: { ...params, query } });
      return answer.data?.items.length;
    };
    expect(await found('ENVELOPE.created')).toBe(5);
    expect(await found(drafts[0]?.id ?? '')).toBe(1);
    expect(await found(newest.id)).toBe(1);
    expect(await found(`${newest.id}x`)).toBe(0);
    expect(await found('env_x')).toBe(0);
    expect(await found('%')).toBe(0);
    expect(await found('"')).toBe(0);
  });
});

describe('what a key may not do', () => {
  it('is 401 without one, 404 for unknown webhooks', async () => {
    const { apiKey: key } = await api.tenant();
    expectError(await api.call('GET', '/api/v1/webhooks'), 'unauthorized');
    expectError(await api.call('POST', '/api/v1/webhooks', { body: { url: URL_A } }), 'unauthorized');
    for (const [method, path, body] of [
      ['GET', '/api/v1/webhooks/wh_x', undefined],
      ['PATCH', '/api/v1/webhooks/wh_x', { enabled: true }],
      ['DELETE', '/api/v1/webhooks/env_x', undefined],
      ['POST', '/api/v1/webhooks/wh_x/rotate-secret', undefined],
      ['POST', `/api/v1/webhooks/${'x'.repeat(3000)}/test`, undefined],
      ['GET', '/api/v1/webhooks/wh_x/deliveries/del_x', undefined],
      ['POST', '/api/v1/webhooks/wh_x/deliveries/del_x/redeliver', undefined],
    ] as const)
      expectError(
        await api.call(method, path, { key, ...(body === undefined ? {} : { body }) }),
        'not_found',
      );
  });
});
