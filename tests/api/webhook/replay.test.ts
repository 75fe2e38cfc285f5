import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { LIMITS } from '#domain/limits.ts';
import { messageSchema } from '#wire/webhook.ts';
import { buildEventSchema } from '#wire/event.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { expectError, expectIssues } from '../../support/answers.ts';
import { useApi } from '../../support/api.ts';
import { useOwner } from '../../support/owner.ts';
import { createDraft } from '../../support/envelopes.ts';
import { callDashboard, refusalIn, sessionOf } from '../../support/session.ts';

const api = useApi();
const owner = useOwner(api);
const MINUTE_MS = 60_000;

/** A webhook with a failed delivery for a draft in each of the last minutes, oldest first. */
async function withFailures(count: number) {
  const tenant = await api.tenant();
  const { apiKey: key, organizationId } = tenant;
  const body = { url: 'https://example.com/hook', events: ['envelope.created' as const] };
  const { id } = (await api.ask('POST /api/v1/webhooks', { key, body })).json;
  const began = api.clock.now;
  for (let at = 0; at < count; at++) {
    api.clock.now = new Date(began.getTime() + at * MINUTE_MS);
    await createDraft(api, key);
  }
  await run(
    organizationId,
    sql`update webhook_deliveries set status = 'failed', next_attempt_at = null, attempts = 10
        where webhook_id = ${id}`,
  );
  const at = (minute: number) => new Date(began.getTime() + minute * MINUTE_MS).toISOString();
  const replay = (more: object = {}, headers: Record<string, string> = {}) =>
    api.call('POST', `/api/v1/webhooks/${id}/replay`, { key, headers, body: { from: at(0), ...more } });
  const list = async (): Promise<any[]> => {
    const answer = await api.ask('GET /api/v1/webhooks/{id}/deliveries', { key, path: { id } });
    return answer.json.items.toReversed();
  };
  const statuses = async () => (await list()).map(({ status }) => status);
  const jobs = () =>
    run<{ id: string; attempt: number }>(
      organizationId,
      sql`select data ->> 'deliveryId' as id, (data ->> 'attempt')::int as attempt from pgboss.job
          where name = 'svc/webhook.deliver' and data ->> 'organizationId' = ${organizationId}
          and (data ->> 'attempt')::int > 1`,
    );
  return { ...tenant, key, id, at, replay, list, statuses, jobs };
}

async function run<T>(organizationId: string, statement: ReturnType<typeof sql>): Promise<T[]> {
  const rows = await transaction(api.services.db, { organizationId }, (tx) => tx.execute(statement));
  return [...rows] as T[];
}

it('attempts what failed in a time again, as the next attempt of the same delivery', async () => {
  const { replay, at, statuses, list, jobs } = await withFailures(4);
  expect((await replay({ from: at(1), to: at(3) })).json).toEqual({ queued: 2, nextCursor: null });
  expect(await statuses()).toEqual(['failed', 'pending', 'pending', 'failed']);
  const [, second, third] = await list();
  expect((await jobs()).sort((a, b) => a.id.localeCompare(b.id))).toEqual(
    [second.id, third.id].sort().map((id) => ({ id, attempt: 11 })),
  );
  expect(second.nextAttemptAt).toBe(api.clock.now.toISOString());
  expect((await replay()).json, 'the others').toEqual({ queued: 2, nextCursor: null });
});

it('leaves what was delivered, other types, tests and samples alone unless asked for', async () => {
  const { replay, key, id, organizationId, statuses } = await withFailures(2);
  await api.call('POST', `/api/v1/webhooks/${id}/test`, { key });
  await api.call('POST', `/api/v1/webhooks/${id}/sample`, { key, body: { type: 'envelope.created' } });
  await run(
    organizationId,
    sql`update webhook_deliveries set status = 'succeeded', next_attempt_at = null where webhook_id = ${id}`,
  );
  expect((await replay()).json.queued).toBe(0);
  expect((await replay({ status: 'all', types: ['envelope.sent'] })).json.queued).toBe(0);
  expect((await replay({ status: 'all', types: ['envelope.created'] })).json.queued).toBe(2);
  expect((await statuses()).sort()).toEqual(['pending', 'pending', 'succeeded', 'succeeded']);
  expect((await replay({ status: 'all' })).json.queued, 'those are under way').toBe(0);
});

it('is counted before, as it would be done, on the dashboard', async () => {
  const { at, key, id, organizationId } = await withFailures(4);
  const cookie = await sessionOf(api, organizationId);
  await api.call('POST', `/api/v1/webhooks/${id}/test`, { key });
  const count = async (input: object) =>
    (
      await callDashboard(api, 'query', 'webhook.countReplay', {
        cookie,
        input: { id, from: at(0), ...input },
      })
    ).json.result.data.count;
  expect(await count({})).toBe(4);
  expect(await count({ from: at(1), to: at(3) })).toBe(2);
  expect(await count({ types: ['envelope.sent'] })).toBe(0);
  await run(
    organizationId,
    sql`update webhook_deliveries set status = 'succeeded' where webhook_id = ${id} and created_at < ${at(1)}`,
  );
  expect([await count({}), await count({ status: 'all' })]).toEqual([3, 4]);
  const unknown = await callDashboard(api, 'query', 'webhook.countReplay', {
    cookie,
    input: { id: 'wh_x', from: at(0) },
  });
  expect(refusalIn(unknown)).toMatchObject({ code: 'not_found' });
});

it('queues nothing twice under one Idempotency-Key', async () => {
  const { replay, jobs } = await withFailures(2);
  const headers = { 'idempotency-key': 'again' };
  const [first, other] = await Promise.all([replay({}, headers), replay({}, headers)]);
  const done = [first, other].filter(({ status }) => status === 200);
  expect(done[0]?.json).toEqual({ queued: 2, nextCursor: null });
  const repeated = await replay({}, headers);
  expect(repeated.json).toEqual({ queued: 2, nextCursor: null });
  expect(repeated.headers.get('idempotency-replayed')).toBe('true');
  expect(await jobs()).toHaveLength(2);
  expectError(await replay({ status: 'all' }, headers), 'idempotency_key_reused');
});

it('queues a limited number and goes on after a cursor, which is only valid for its filters', async () => {
  const { replay, id, at } = await withFailures(1);
  const more = LIMITS.webhookReplayMax + 1;
  await owner.sql.begin(async (tx) => {
    // Their events would have to form a chain.
    await tx.unsafe('set local session_replication_role = replica');
    await tx`insert into webhook_deliveries select (jsonb_populate_record(d, jsonb_build_object('id', 'del_' || n || ${id},
      'event_id', 'evt_' || n || ${id}))).* from webhook_deliveries d, generate_series(2, ${more}) n
      where d.webhook_id = ${id}`;
  });
  const first = (await replay()).json;
  expect(first).toEqual({ queued: LIMITS.webhookReplayMax, nextCursor: expect.any(String) });
  expectIssues(await replay({ cursor: first.nextCursor, status: 'all' }), ['/cursor']);
  expectIssues(await replay({ cursor: first.nextCursor, from: at(1) }), ['/cursor']);
  expect((await replay({ cursor: first.nextCursor })).json).toEqual({ queued: 1, nextCursor: null });
});

it('refuses a disabled webhook, an unknown one and a time that is none', async () => {
  const { replay, key, id } = await withFailures(1);
  expectIssues(await replay({ from: 'yesterday' }), ['/from']);
  expectIssues(await replay({ types: [] }), ['/types']);
  await api.call('PATCH', `/api/v1/webhooks/${id}`, { key, body: { enabled: false } });
  expectError(await replay(), 'invalid_state', { status: 'disabled' });
  const sample = { key, body: { type: 'envelope.created' } };
  expectError(await api.call('POST', `/api/v1/webhooks/${id}/sample`, sample), 'invalid_state', {
    status: 'disabled',
  });
  const body = { from: '2027-01-01T00:00:00Z' };
  expectError(await api.call('POST', '/api/v1/webhooks/wh_x/replay', { key, body }), 'not_found');
  expectError(await api.call('POST', '/api/v1/webhooks/wh_x/sample', sample), 'not_found');
});

it('lists a sample of every event, as its schemas describe it', async () => {
  const { apiKey: key } = await api.tenant();
  const { items } = (await api.ask('GET /api/v1/events/samples', { key })).json;
  for (const { type, event, message } of items) {
    expect(buildEventSchema(type).parse(event)).toEqual(event);
    expect(messageSchema.parse(message)).toEqual(message);
    expect([event.action, message.type, message.sample]).toEqual([type, type, true]);
  }
  const query = { type: 'envelope.burnt' };
  expectIssues(await api.ask('GET /api/v1/events/samples', { key, query } as never), ['/type']);
});
