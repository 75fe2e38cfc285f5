import { Webhook } from 'standardwebhooks';
import { afterEach, describe, expect, it } from 'vitest';
import { EVENT_ACTIONS } from '#domain/event/catalogue.ts';
import { LIMITS } from '#domain/limits.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { readDelivery } from '#server/db/webhooks/webhook-deliveries.ts';
import { deliverWebhook } from '#server/jobs/deliver-webhook.ts';
import { sweep } from '#server/jobs/sweep.ts';
import { messageSchema } from '#wire/webhook.ts';
import { useApi } from '../support/api.ts';
import { ALICE, createDraft, sendDraft, SIGNATURE } from '../support/envelopes.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { signAs, tokenOf } from '../support/signer.ts';
import { eventsOf, jobsOf } from '../support/traces.ts';

const api = useApi({ work: true, alone: true });
/** The receiver's library compares times with its own clock. */
const TODAY = new Date();
const open: Receiver[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((receiver) => receiver.close()));
});

type Answer = Parameters<typeof startReceiver>[0];
const answering =
  (status: number, body = ''): Answer =>
  (_received, _request, response) =>
    response.writeHead(status).end(body);

/** An organization whose webhook is the test's own server. */
async function subscribed(body: Record<string, unknown> = {}, answer?: Answer) {
  api.clock.now = new Date(TODAY);
  const receiver = await startReceiver(answer);
  open.push(receiver);
  const tenant = await api.tenant();
  const { apiKey: key, organizationId } = tenant;
  const url = `http://127.0.0.1:${receiver.port}/hook`;
  const webhook = (await api.ask('POST /api/v1/webhooks', { key, body: { url, ...body } })).json;
  const path = `/api/v1/webhooks/${webhook.id}`;
  const settled = (count: number) =>
    api.until(`${count} settled deliveries`, async () => {
      const { items } = (
        await api.ask('GET /api/v1/webhooks/{id}/deliveries', { key, path: { id: webhook.id } })
      ).json;
      return items.length === count && items.every((one: any) => one.attempts > 0) ? items : null;
    });
  const attempt = (deliveryId: string, number: number) =>
    deliverWebhook(api.services, { organizationId, deliveryId, attempt: number });
  const read = (id: string) =>
    transaction(api.services.db, { organizationId }, (tx) => readDelivery(tx, organizationId, id));
  const state = async () =>
    (await api.ask('GET /api/v1/webhooks/{id}', { key, path: { id: webhook.id } })).json;
  return { ...tenant, key, receiver, webhook, path, settled, attempt, read, state };
}

describe('a webhook', () => {
  it('gets every event once, with a signature that the standard library accepts', async () => {
    const { key, receiver, webhook, settled } = await subscribed();
    const sent = await sendDraft(api, key, {
      participants: [ALICE],
      fields: [{ ...SIGNATURE, participantIndex: 0 }],
      metadata: { crmId: '4711' },
    });
    const token = await tokenOf(api, sent, ALICE.email);
    await signAs(api, sent, ALICE);
    const events = await api.until('the seal', async () => {
      const found = await eventsOf(api, key, sent.envelope.id);
      return found.some(({ action }) => action === 'envelope.sealed') ? found : null;
    });
    const deliveries = await settled(events.length);
    expect(deliveries.every(({ status }: any) => status === 'succeeded')).toBe(true);

    const verifier = new Webhook(webhook.secret);
    const messages = receiver.requests.map(({ method, path, headers, body }) => {
      expect([method, path, headers['content-type']]).toEqual(['POST', '/hook', 'application/json']);
      expect(() => verifier.verify(`${body} `, headers as Record<string, string>)).toThrow();
      const id = headers['webhook-id'];
      return {
        id,
        message: messageSchema.parse(verifier.verify(body, headers as Record<string, string>)) as any,
      };
    });
    expect(messages.map(({ id }) => id).sort()).toEqual(deliveries.map(({ id }: any) => id).sort());
    const bySeq = messages.map(({ message }) => message).sort((a, b) => a.data.seq - b.data.seq);
    expect(bySeq.map(({ type }) => type)).toEqual(events.map(({ action }) => action));
    expect(bySeq.map(({ data }) => data.eventId)).toEqual(
      events.map((event) => (event as unknown as { id: string }).id),
    );
    expect(bySeq.find(({ type }) => type === 'participant.signed')).toMatchObject({
      timestamp: TODAY.toISOString(),
      data: {
        envelopeId: sent.envelope.id,
        participantId: sent.participants[0].id,
        actorType: 'signer',
        status: 'completed',
        templateId: null,
        metadata: { crmId: '4711' },
      },
    });
    const told = receiver.requests.map(({ body }) => body).join('\n');
    for (const secret of [token, ALICE.email, '#token=']) expect(told).not.toContain(secret);
  });

  it('gets only the events it subscribes to, and none while disabled', async () => {
    const { key, path, settled, receiver } = await subscribed({ events: ['envelope.voided'] });
    const { envelope } = (await createDraft(api, key)).json;
    await api.ask('POST /api/v1/envelopes/{id}/void', {
      key,
      path: { id: envelope.id },
      body: { expectedVersion: 1 },
    });
    const [only] = await settled(1);
    expect(only).toMatchObject({ type: 'envelope.voided', lastStatusCode: 200, nextAttemptAt: null });
    await api.call('PATCH', path, { key, body: { enabled: false, events: null } });
    await createDraft(api, key);
    expect(await settled(1)).toEqual([only]);
    expect(receiver.requests).toHaveLength(1);
  });

  it('costs no rows or jobs in an organization without one', async () => {
    const { apiKey: key } = await api.tenant();
    const { envelope } = (await createDraft(api, key)).json;
    expect(await jobsOf(api, envelope.id)).toEqual([]);
  });

  it('gets nothing for a refused change', async () => {
    const { key, settled } = await subscribed();
    const { envelope } = (await createDraft(api, key)).json;
    const stale = { key, body: { expectedVersion: 7 } };
    expect((await api.call('POST', `/api/v1/envelopes/${envelope.id}/send`, stale)).status).toBe(409);
    expect(await settled(1)).toHaveLength(1);
  });

  it('gets a test message, signed with both secrets for a day after a rotation', async () => {
    const { key, path, receiver, webhook, settled, attempt } = await subscribed();
    const rotated = (await api.call('POST', `${path}/rotate-secret`, { key })).json;
    const { id } = (await api.call('POST', `${path}/test`, { key })).json;
    await settled(1);
    const [received] = receiver.requests;
    if (received === undefined) throw new Error('nothing was received');
    const { headers, body } = received;
    for (const secret of [webhook.secret, rotated.secret])
      expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toEqual({
        type: 'webhook.test',
        timestamp: TODAY.toISOString(),
        data: { webhookId: webhook.id, organizationId: webhook.organizationId },
      });
    expect(String(headers['webhook-signature']).split(' ')).toHaveLength(2);

    api.clock.now = new Date(TODAY.getTime() + LIMITS.webhookSecretOverlapMs);
    await api.call('POST', `${path}/deliveries/${id}/redeliver`, { key });
    await api.until('the second message', async () => receiver.requests.length === 2);
    const later = receiver.requests[1];
    expect(later?.headers['webhook-id']).toBe(id);
    expect(String(later?.headers['webhook-signature']).split(' ')).toHaveLength(1);
    await attempt(id, 1);
    expect(receiver.requests, 'an attempt that was made is not made again').toHaveLength(2);
  });
});

describe('a sample', () => {
  it.each(EVENT_ACTIONS)('of %s arrives as the list of samples shows it', async (type) => {
    const { key, path, receiver, webhook, settled } = await subscribed({ events: ['envelope.voided'] });
    const call = { key, body: { type } };
    expect((await api.call('POST', `${path}/sample`, call)).json).toMatchObject({ type, eventId: null });
    await settled(1);
    const received = receiver.requests[0];
    if (received === undefined) throw new Error('nothing was received');
    const message = new Webhook(webhook.secret).verify(
      received.body,
      received.headers as Record<string, string>,
    );
    const { items } = (await api.ask('GET /api/v1/events/samples', { key, query: { type } })).json;
    const { timestamp } = items[0].message;
    expect({ ...(message as object), timestamp }).toEqual(items[0].message);
    expect(message).toMatchObject({ type, sample: true, data: { organizationId: webhook.organizationId } });
  });

  it('is tried once and says nothing about how the webhook does', async () => {
    const { key, path, settled, state } = await subscribed({}, answering(500));
    await api.call('POST', `${path}/sample`, { key, body: { type: 'envelope.completed' } });
    expect(await settled(1)).toMatchObject([{ status: 'failed', attempts: 1, nextAttemptAt: null }]);
    expect((await state()).failingSince).toBeNull();
  });
});

describe('a delivery that fails', () => {
  it('is retried with the same message, shows its results, and can be redelivered', async () => {
    let status = 503;
    const { key, path, receiver, settled, attempt, read, state } = await subscribed(
      { events: ['envelope.created'] },
      (_received, _request, response) =>
        response.writeHead(status).end(`\u0000down\u202e ${'x'.repeat(10_000)}`),
    );
    await createDraft(api, key);
    const [failed] = await settled(1);
    expect(failed).toMatchObject({ status: 'pending', attempts: 1, lastStatusCode: 503, lastError: null });
    expect(failed.responseExcerpt).toMatch(/^down x+$/);
    expect(failed.responseExcerpt?.length).toBeLessThanOrEqual(LIMITS.webhookAnswerMaxBytes);
    const wait = Date.parse(failed.nextAttemptAt ?? '') - TODAY.getTime();
    expect(wait).toBeGreaterThanOrEqual(4000);
    expect(wait).toBeLessThanOrEqual(6000);
    expect((await state()).failingSince).toBe(TODAY.toISOString());

    await attempt(failed.id, 2);
    expect(await read(failed.id)).toMatchObject({ status: 'pending', attempts: 2 });
    status = 200;
    const again = await api.call('POST', `${path}/deliveries/${failed.id}/redeliver`, { key });
    expect(again).toMatchObject({ status: 200, json: { status: 'pending', attempts: 2 } });
    await api.until('success', async () => (await read(failed.id))?.status === 'succeeded');
    expect((await state()).failingSince).toBeNull();
    const [first, ...others] = receiver.requests;
    for (const { headers, body } of others)
      expect([headers['webhook-id'], body]).toEqual([first?.headers['webhook-id'], first?.body]);
  });

  it('disables the webhook after days of failures and emails the owners once', async () => {
    const { key, organizationId, settled, attempt, state, read } = await subscribed(
      { events: ['envelope.created'] },
      answering(500),
    );
    await createDraft(api, key);
    const [failed] = await settled(1);
    api.clock.now = new Date(TODAY.getTime() + LIMITS.webhookFailingMs);
    await Promise.all([attempt(failed.id, 2), attempt(failed.id, 2)]);
    expect(await read(failed.id)).toMatchObject({ status: 'failed', attempts: 2, nextAttemptAt: null });
    expect(await state()).toMatchObject({
      enabled: false,
      disabledReason: 'failing',
      disabledAt: api.clock.now.toISOString(),
    });
    const mails = await api.mails(organizationId, 1);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.subject).toMatch(/^Webhook disabled: http:/);
    expect(mails[0]?.recipient).toContain('owner');
  });

  it('disables the webhook on 410 and cancels pending messages', async () => {
    const { key, receiver, settled, attempt, state, read } = await subscribed(
      { events: ['envelope.created'] },
      answering(500),
    );
    await createDraft(api, key);
    const [waiting] = await settled(1);
    receiver.requests.length = 0;
    const gone = await startReceiver(answering(410));
    open.push(gone);
    const url = `http://127.0.0.1:${gone.port}/`;
    const webhook = await state();
    await api.ask('PATCH /api/v1/webhooks/{id}', { key, path: { id: webhook.id }, body: { url } });
    await createDraft(api, key);
    await api.until('it is disabled', async () => (await state()).disabledReason === 'gone');
    await attempt(waiting.id, 2);
    expect(await read(waiting.id)).toMatchObject({
      status: 'failed',
      attempts: 1,
      lastError: 'webhook_disabled',
    });
    expect([receiver.requests.length, gone.requests.length]).toEqual([0, 1]);
  });

  it('is never attempted to a server in our own network', async () => {
    const { key, webhook, settled, path } = await subscribed();
    const inside = await startReceiver();
    open.push(inside);
    await transaction(api.services.db, { organizationId: webhook.organizationId }, (tx) =>
      tx.execute(`update webhooks set url = 'https://[fd00:ec2::254]:${inside.port}/'`),
    );
    await api.call('POST', `${path}/test`, { key });
    const [refused] = await settled(1);
    expect(refused).toMatchObject({
      status: 'failed',
      attempts: 1,
      lastStatusCode: null,
      lastError: 'forbidden_address',
    });
    expect(inside.requests).toEqual([]);
  });

  it('leaves nothing behind if the webhook is deleted meanwhile', async () => {
    const { key, path, settled, attempt, read } = await subscribed(
      { events: ['envelope.created'] },
      answering(500),
    );
    await createDraft(api, key);
    const [failed] = await settled(1);
    await Promise.all([attempt(failed.id, 2), api.call('DELETE', path, { key }), createDraft(api, key)]);
    expect(await read(failed.id)).toBeNull();
    await attempt(failed.id, 3);
  });
});

it('is deleted after 30 days, not earlier', async () => {
  const { key, settled, read } = await subscribed({ events: ['envelope.created'] });
  await createDraft(api, key);
  const [old] = await settled(1);
  api.clock.now = new Date(TODAY.getTime() + LIMITS.webhookDeliveriesKeptMs);
  await sweep(api.services);
  expect(await read(old.id)).not.toBeNull();
  api.clock.now = new Date(api.clock.now.getTime() + 1);
  await sweep(api.services);
  expect(await read(old.id)).toBeNull();
});
