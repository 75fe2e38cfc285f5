import { beforeEach, describe, expect, it } from 'vitest';
import { sql } from 'drizzle-orm';
import { LIMITS } from '#domain/limits.ts';
import type { WireEvent } from '#wire/event.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { expectCode } from '../../support/account.ts';
import { useApi, type Tenant } from '../../support/api.ts';
import { createDraft, sendDraft } from '../../support/envelopes.ts';
import { callDashboard, sessionOf } from '../../support/session.ts';

const api = useApi();
let own: Tenant;

beforeEach(async () => {
  own = await api.tenant();
});

type Feed = { readonly items: readonly WireEvent[]; readonly cursor: string };
const read = async (query = '', key = own.apiKey) =>
  (await api.call('GET', `/api/v1/events${query}`, { key })).json as Feed;
const eventsOf = async (id: string, query = '') =>
  (await api.call('GET', `/api/v1/envelopes/${id}/events${query}`, { key: own.apiKey })).json
    .items as WireEvent[];
const draft = async () =>
  (await createDraft(api, own.apiKey)).json.envelope as { id: string; version: number };
const sent = async () => (await sendDraft(api, own.apiKey)).envelope as { id: string };
const idsOf = (events: readonly WireEvent[]) => events.map(({ id }) => id);

/** Reads all events in pages of `limit`. */
async function readAll(limit: number, key = own.apiKey, from = '0'): Promise<WireEvent[]> {
  const page = await read(`?after=${from}&limit=${limit}`, key);
  return page.items.length === 0 ? [] : [...page.items, ...(await readAll(limit, key, page.cursor))];
}

describe('the feed', () => {
  it('has every event of every envelope once, in the order of its log, whatever the page', async () => {
    const envelopes = [await sent(), await draft(), await sent()];
    const expected = (await Promise.all(envelopes.map(({ id }) => eventsOf(id)))).flat();
    for (const limit of [1, 2, 50]) {
      const all = await readAll(limit);
      expect(idsOf(all).toSorted()).toEqual(idsOf(expected).toSorted());
      for (const { id } of envelopes)
        expect(all.filter(({ envelopeId }) => envelopeId === id).map(({ seq }) => seq)).toEqual(
          expected.filter(({ envelopeId }) => envelopeId === id).map(({ seq }) => seq),
        );
    }
    expect(expected).toEqual(expect.arrayContaining((await read()).items as WireEvent[]));
  });

  it('goes on where it was, and repeats the same page for the same cursor', async () => {
    await draft();
    const { items, cursor } = await read();
    expect(items.map(({ action }) => action)).toContain('envelope.created');
    expect(await read(`?after=${cursor}`)).toEqual({ items: [], cursor });
    await draft();
    const next = await read(`?after=${cursor}`);
    expect(next.items.length).toBeGreaterThan(0);
    expect(await read(`?after=${cursor}`)).toEqual(next);
    expect(idsOf(next.items)).not.toEqual(expect.arrayContaining(idsOf(items)));
  });

  it('starts now, for those who want nothing of the past', async () => {
    await draft();
    const { items, cursor } = await read('?after=now&limit=1');
    expect(items).toEqual([]);
    const { id } = await draft();
    const next = await read(`?after=${cursor}`);
    expect(new Set(next.items.map(({ envelopeId }) => envelopeId))).toEqual(new Set([id]));
  });

  it('misses nothing while others write and read at the same moment', async () => {
    const writing = Promise.all(Array.from({ length: 12 }, () => draft()));
    const seen: string[] = [];
    let cursor = '0';
    let isWriting = true;
    const done = writing.then(() => (isWriting = false));
    for (let more = true; more;) {
      more = isWriting;
      const query = `?after=${cursor}&limit=3&wait=1`;
      const pages = await Promise.all([read(query), read(query)]);
      const [{ items, cursor: next }] = pages;
      seen.push(...idsOf(items));
      cursor = next;
      more ||= items.length > 0;
    }
    await done;
    const expected = (await Promise.all((await writing).map(({ id }) => eventsOf(id)))).flat();
    expect(seen.toSorted()).toEqual(idsOf(expected).toSorted());
  });

  it('tells a call that waits nothing more once its key is revoked', async () => {
    const { apiKey: key } = own;
    const { json } = await api.call('POST', '/api/v1/api-keys', { key, body: { name: 'Reader' } });
    await draft();
    const { cursor } = await read();
    const waiting = api.call('GET', `/api/v1/events?after=${cursor}&wait=20`, { key: json.secret });
    await api.until('the call to wait', async () => {
      const { items } = (await api.call('GET', '/api/v1/api-keys', { key })).json;
      return items.find(({ id }: { id: string }) => id === json.apiKey.id).lastUsedAt !== null;
    });
    await api.call('DELETE', `/api/v1/api-keys/${json.apiKey.id}`, { key });
    await draft();
    expect((await waiting).status).toBe(401);
  });

  it('has nothing of other organizations or of private teams that the person does not belong to', async () => {
    const other = await api.tenant();
    await draft();
    expect(await read('', other.apiKey)).toEqual({ items: [], cursor: '0' });
    const team = { name: 'Board', isPrivate: true };
    const { id: teamId } = (await api.call('POST', '/api/v1/teams', { key: own.apiKey, body: team })).json;
    const body = { originalFilename: 'Secret.pdf', teamId };
    const hidden = (await api.call('POST', '/api/v1/envelopes', { key: own.apiKey, body })).json.envelope.id;
    const cookie = await sessionOf(api, own.organizationId, 'admin');
    const outsider = (await callDashboard(api, 'mutation', 'apiKey.create', { cookie, input: { name: 'x' } }))
      .json.result.data.secret as string;
    const names = async (key: string) => (await readAll(1, key)).map(({ envelopeId }) => envelopeId);
    expect(await names(own.apiKey)).toContain(hidden);
    expect(await names(outsider)).not.toContain(hidden);
    expect((await names(outsider)).length).toBeGreaterThan(0);
    const { cursor } = await read(`?limit=${LIMITS.listLimitMax}`, own.apiKey);
    expect((await read(`?limit=${LIMITS.listLimitMax}`, outsider)).cursor).toBe(cursor);
  });

  it('refuses cursors that are none, and too long a wait', async () => {
    for (const query of ['?after=-1', '?after=x', '?wait=31', '?wait=-1', '?limit=0'])
      expectCode(await api.call('GET', `/api/v1/events${query}`, { key: own.apiKey }), 'validation_failed');
  });
});

describe('waiting', () => {
  it('ends as soon as something happens, and without anything when the time is over', async () => {
    await draft();
    const { cursor } = await read();
    const waiting = read(`?after=${cursor}&wait=30`);
    const { id } = await draft();
    const { items } = await waiting;
    expect(items.map(({ envelopeId }) => envelopeId)).toContain(id);
    const end = (await read(`?after=${cursor}&limit=${LIMITS.listLimitMax}`)).cursor;
    expect(await read(`?after=${end}&wait=1`)).toEqual({ items: [], cursor: end });
  });

  it('is limited for each organization', async () => {
    const { cursor } = await read();
    const calls = Array.from({ length: LIMITS.feedWaitersPerOrganizationMax + 3 }, () =>
      api.call('GET', `/api/v1/events?after=${cursor}&wait=30`, { key: own.apiKey }),
    );
    const refused = await Promise.any(
      calls.map(async (call) => {
        const answer = await call;
        if (answer.status !== 429) throw new Error('not refused');
        return answer;
      }),
    );
    expect(refused.headers.get('retry-after')).toBe('5');
    await draft();
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(LIMITS.feedWaitersPerOrganizationMax);
  });
});

describe('in the database', () => {
  it('a position is given once, by the feed alone', async () => {
    await draft();
    const change = (statement: ReturnType<typeof sql>) =>
      transaction(api.services.db, { organizationId: own.organizationId }, (tx) =>
        tx.execute(statement),
      ).then(
        () => 'done',
        (error: unknown) => String((error as { cause?: unknown }).cause ?? error),
      );
    expect(await change(sql`update events set position = 7`)).toMatch(/permission denied/);
    await read();
    expect(await change(sql`update events set position = position + 1`)).toMatch(/permission denied/);
  });
});

describe('the events of an envelope', () => {
  it('are read from a number on', async () => {
    const { id } = await sent();
    const all = await eventsOf(id);
    expect(await eventsOf(id, '?after=0')).toEqual(all);
    expect(await eventsOf(id, '?after=1')).toEqual(all.slice(1));
    expect(await eventsOf(id, `?after=${all.length}`)).toEqual([]);
    const wrong = await api.call('GET', `/api/v1/envelopes/${id}/events?after=-1`, { key: own.apiKey });
    expectCode(wrong, 'validation_failed');
  });
});
