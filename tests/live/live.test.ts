import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '#domain/limits.ts';
import { listenHttp } from '#server/http/node/listen.ts';
import { openLive, type Live } from '#server/live/live.ts';
import { useApi } from '../support/api.ts';
import { createDraft, sendDraft } from '../support/envelopes.ts';
import { readEvents, type EventReader } from '../support/event-stream.ts';
import { useOwner } from '../support/owner.ts';
import { callDashboard, sessionOf } from '../support/session.ts';

const api = useApi();
const owner = useOwner(api);
const timing = { beatMs: 40, gatherMs: 10, trustMs: 0 };
const lost: unknown[] = [];
let live: Live;
let server: Awaited<ReturnType<typeof listenHttp>>;
const open: EventReader[] = [];

async function start() {
  live = openLive(api.services.config.database, {
    db: api.services.db,
    onLost: (error) => lost.push(error),
    timing,
  });
  const http = { ...api.services.config.http, host: '127.0.0.1', port: 0 };
  server = await listenHttp({ ...api.services, live, config: { ...api.services.config, http } });
  return async () => {
    await server.close();
    await live.close();
  };
}
beforeAll(start);
afterEach(async () => {
  await Promise.all(open.splice(0).map((reader) => reader.close().catch(() => undefined)));
});

const get = (
  cookie: string | null,
  { since = '', headers = {} as Record<string, string>, method = 'GET' } = {},
) =>
  fetch(`http://127.0.0.1:${server.port}/api/live${since === '' ? '' : `?since=${since}`}`, {
    method,
    headers: { ...headers, ...(cookie === null ? {} : { cookie }) },
  });

async function watch(cookie: string, options?: Parameters<typeof get>[1]): Promise<EventReader> {
  const response = await get(cookie, options);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  expect(response.headers.get('cache-control')).toBe('no-store');
  if (response.body === null) throw new Error('no body');
  const reader = readEvents(response.body);
  open.push(reader);
  return reader;
}

/** A tenant, a session of theirs, and a stream that has sent its first mark. */
async function watching() {
  const { apiKey: key, organizationId } = await api.tenant();
  const cookie = await sessionOf(api, organizationId);
  const reader = await watch(cookie);
  const first = await reader.next();
  expect(first).toMatchObject({ event: 'stale', id: expect.stringMatching(/\.\d+$/) });
  return { key, organizationId, cookie, reader, mark: first?.id ?? '' };
}

describe('live updates', () => {
  it('name an envelope once per change', async () => {
    const { key, reader } = await watching();
    const { envelope } = (await createDraft(api, key)).json;
    expect(await reader.next()).toMatchObject({ event: 'changed', data: { envelopeIds: [envelope.id] } });
    await api.call('POST', `/api/v1/envelopes/${envelope.id}/send`, { key, body: { expectedVersion: 1 } });
    expect(await reader.next()).toMatchObject({ event: 'changed', data: { envelopeIds: [envelope.id] } });
  });

  it('reveal nothing about other organizations or refused changes', async () => {
    const own = await watching();
    const other = await watching();
    const { envelope } = await sendDraft(api, other.key);
    const refused = await api.call('POST', `/api/v1/envelopes/${envelope.id}/send`, {
      key: other.key,
      body: { expectedVersion: 3 },
    });
    expect(refused.status).toBe(409);
    const mine = (await createDraft(api, own.key)).json.envelope;
    expect(await own.reader.next()).toMatchObject({ data: { envelopeIds: [mine.id] } });
    const seen = await other.reader.next();
    expect(seen).toMatchObject({ data: { envelopeIds: [envelope.id] } });
  });

  it('name an envelope of a private team to its members only', async () => {
    const { organizationId, key, reader } = await watching();
    const insider = await sessionOf(api, organizationId, 'admin');
    const inside = await watch(insider);
    await inside.next();
    const done = async (procedure: string, input: object) =>
      (await callDashboard(api, 'mutation', procedure, { cookie: insider, input })).json.result.data;
    const { id: teamId } = await done('team.create', { name: 'Mergers', isPrivate: true });
    const secretKey = (await done('apiKey.create', { name: 'Key', teamId })).secret as string;
    const hidden = (await createDraft(api, secretKey)).json.envelope;
    expect(await inside.next()).toMatchObject({ event: 'changed', data: { envelopeIds: [hidden.id] } });
    const open = (await createDraft(api, key)).json.envelope;
    // People outside the team hear only about the later change.
    expect(await reader.next()).toMatchObject({ event: 'changed', data: { envelopeIds: [open.id] } });
  });

  it('tell a returning client whether it missed anything, by mark or Last-Event-ID', async () => {
    const { key, cookie, mark, organizationId, reader } = await watching();
    expect(live.mark(organizationId)).toBe(mark);
    expect(await (await watch(cookie, { since: mark })).next()).toMatchObject({ event: 'ready', id: mark });
    await createDraft(api, key);
    const { id: later = '' } = (await reader.next()) ?? {};
    const behind = await watch(cookie, { headers: { 'last-event-id': mark } });
    expect(await behind.next()).toMatchObject({ event: 'stale', id: later });
    const current = await watch(cookie, { headers: { 'last-event-id': later ?? '' } });
    expect(await current.next()).toMatchObject({ event: 'ready', id: later });
    expect(await (await watch(cookie, { since: 'x' })).next()).toMatchObject({ event: 'stale' });
  });

  it('continue after a lost database connection, and report a possible gap', async () => {
    const { key, reader, mark } = await watching();
    await owner.sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'countersign live'
      and datname = current_database()`;
    const again = await reader.next();
    expect(again).toMatchObject({ event: 'stale' });
    expect(again?.id).not.toBe(mark);
    expect(lost.length).toBeGreaterThan(0);
    const { envelope } = (await createDraft(api, key)).json;
    expect(await reader.next()).toMatchObject({ event: 'changed', data: { envelopeIds: [envelope.id] } });
  });

  it('end with the session, before any further event', async () => {
    const { key, cookie, reader } = await watching();
    await api.services.sessions.end(cookie.split('=')[1] ?? '');
    await createDraft(api, key);
    expect(await reader.next()).toMatchObject({ event: 'ended' });
    expect(await reader.next()).toBeNull();
    expect((await get(cookie)).status).toBe(401);
  });

  it('require a session', async () => {
    const { apiKey } = await api.tenant();
    for (const headers of [{}, { authorization: `Bearer ${apiKey}` }, { 'x-api-key': apiKey }]) {
      const response = await get(null, { headers });
      expect(response.status).toBe(401);
      expect(await response.json()).toMatchObject({ code: 'unauthorized' });
    }
  });

  it('reject other methods', async () => {
    const cookie = await sessionOf(api, (await api.tenant()).organizationId);
    const response = await get(cookie, {
      method: 'POST',
      headers: { origin: api.services.config.http.origin },
    });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, OPTIONS']);
  });

  it('are limited per person, until one is closed', async () => {
    const cookie = await sessionOf(api, (await api.tenant()).organizationId);
    const readers = [];
    for (let i = 0; i < LIMITS.liveStreamsPerPersonMax; i++) readers.push(await watch(cookie));
    const refused = await get(cookie);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30']);
    expect(await refused.json()).toMatchObject({ code: 'rate_limited' });
    await readers[0]?.close();
    await api.until('the place to be free', async () => {
      const response = await get(cookie);
      await response.body?.cancel();
      return response.status === 200;
    });
  });

  it('end at shutdown, without reporting an ended session', async () => {
    const { reader, cookie } = await watching();
    await server.close();
    expect(await reader.next()).toBeNull();
    expect(() =>
      live.open({
        ...{ userId: 'u', organizationId: 'o', since: null },
        stillIn: () => Promise.resolve(true),
      }),
    ).toThrow(expect.objectContaining({ code: 'unavailable' }));
    await live.close();
    await start();
    expect(await (await watch(cookie)).next()).toMatchObject({ event: 'stale' });
  });
});
