import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { transaction } from '#server/db/client/transaction.ts';
import { openServices } from '#server/main/open-services.ts';
import { sweep } from '#server/jobs/sweep.ts';
import { answerApi } from '#server/http/api.ts';
import { expectError } from '../../support/answers.ts';
import { useApi } from '../../support/api.ts';
import { ACCESS_CODE, tryCode } from '../../support/authentication.ts';
import { ALICE } from '../../support/envelopes.ts';
import {
  APP,
  openedPage,
  openSession,
  registerOrigins,
  requestSession,
  RETURN_URL,
  sentForSession,
  tokenIn,
} from '../../support/sessions.ts';
import { tokenOf } from '../../support/signer.ts';
import { actionsOf, eventsOf } from '../../support/traces.ts';

const api = useApi();
const OVER = { reason: 'session_over' };
let other: Awaited<ReturnType<typeof openServices>>;

/** Another process that uses the same database. */
beforeAll(async () => {
  other = await openServices(api.services.config, () => new Date(api.clock.now));
});
afterAll(() => other.close());

describe('POST /api/signer/session', () => {
  it('exchanges the token of an embedded participant, and says who answers for them', async () => {
    const sent = await sentForSession(api);
    const opened = await openSession(api, tokenIn(await requestSession(api, sent)));
    expect(opened.json).toEqual({
      token: expect.any(String),
      expiresAt: new Date(api.clock.now.getTime() + 2 * 3_600_000).toISOString(),
      returnUrl: RETURN_URL,
      delivery: 'embedded',
    });
    expect((await eventsOf(api, sent.key, sent.id)).at(-1)).toMatchObject({
      action: 'participant.session_opened',
      actorType: 'signer',
      actorId: sent.alice,
      payload: { participantId: sent.alice, application: 'Acme GmbH', host: null, frameOrigin: null },
    });
    const signed = await api.call('POST', '/api/signer/sign', {
      key: opened.json.token,
      body: { values: [], signature: { kind: 'typed', text: 'Alice' } },
    });
    expect(signed.json).toEqual({ status: 'in_progress' });
  });

  it('names the host of someone who signs in person', async () => {
    const sent = await sentForSession(api, { delivery: 'in_person' });
    await openedPage(api, sent);
    expect((await eventsOf(api, sent.key, sent.id)).at(-1)?.payload).toMatchObject({
      application: null,
      host: 'Olga Owner',
    });
  });

  it('works once, and the URL opens nothing else', async () => {
    const sent = await sentForSession(api);
    const token = tokenIn(await requestSession(api, sent));
    for (const path of ['invitation', 'envelope', 'document'])
      expectError(await api.call('GET', `/api/signer/${path}`, { key: token }), 'unauthorized');
    expect((await openSession(api, token)).status).toBe(200);
    expectError(await openSession(api, token), 'unauthorized', OVER);
    expect(
      (await actionsOf(api, sent.key, sent.id)).filter((action) => action.endsWith('session_opened')),
    ).toHaveLength(1);
  });

  it.each(Array.from({ length: 10 }, (_, round) => round))(
    'lets one of many in that arrive at two processes at once (%s)',
    async () => {
      const sent = await sentForSession(api);
      const key = tokenIn(await requestSession(api, sent));
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
      const elsewhere = () =>
        answerApi(
          other.services,
          new Request('http://localhost:3000/api/signer/session', { method: 'POST', headers, body: '{}' }),
          '192.0.2.8',
        );
      const answers = await Promise.all([
        ...[openSession(api, key), openSession(api, key)],
        ...[elsewhere(), elsewhere()],
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
    },
  );

  it('is over after five minutes, and its page after two hours', async () => {
    const sent = await sentForSession(api);
    const started = api.clock.now;
    const late = tokenIn(await requestSession(api, sent));
    try {
      api.clock.now = new Date(started.getTime() + 5 * 60_000);
      expectError(await openSession(api, late), 'unauthorized', { reason: 'link_expired' });
      const page = await openedPage(api, sent);
      api.clock.now = new Date(api.clock.now.getTime() + 2 * 3_600_000);
      expectError(await api.call('GET', '/api/signer/envelope', { key: page }), 'unauthorized', {
        reason: 'link_expired',
      });
    } finally {
      api.clock.now = started;
    }
  });

  it.each(['recall', 'void', 'correction'])('ends with a %s, opened or not', async (way) => {
    const sent = await sentForSession(api);
    const page = await openedPage(api, sent);
    const { key, id } = sent;
    const body = { expectedVersion: sent.graph.envelope.version };
    const ends: Record<string, () => Promise<{ status: number }>> = {
      recall: () => api.ask('POST /api/v1/envelopes/{id}/recall', { key, path: { id }, body }),
      void: () => api.ask('POST /api/v1/envelopes/{id}/void', { key, path: { id }, body }),
      correction: () =>
        api.call('PATCH', `/api/v1/envelopes/${id}/participants/${sent.alice}`, {
          key,
          body: { ...body, name: 'Alice B.' },
        }),
    };
    expect((await ends[way]?.())?.status).toBe(200);
    const sign = { values: [], signature: { kind: 'typed', text: 'Alice' } };
    const answer = await api.call('POST', '/api/signer/sign', { key: page, body: sign });
    expect(answer.status).toBe(way === 'void' ? 409 : 401);
  });

  it.each(['frame', 'return'])('ends when the origin of its %s is removed', async (way) => {
    const sent = await sentForSession(api);
    const key = tokenIn(
      await requestSession(api, sent, {
        returnUrl: way === 'return' ? RETURN_URL : 'http://localhost:3000/envelopes',
        ...(way === 'frame' ? { frameOrigin: APP } : {}),
      }),
    );
    const page = (await openSession(api, key)).json.token;
    const read = () => api.call('GET', '/api/signer/envelope', { key: page });
    expect((await read()).status).toBe(200);
    await registerOrigins(api, sent.key, []);
    expectError(await read(), 'unauthorized', OVER);
    const sign = { values: [], signature: { kind: 'typed', text: 'Alice' } };
    expectError(await api.call('POST', '/api/signer/sign', { key: page, body: sign }), 'unauthorized', OVER);
    expectError(
      await api.call('POST', '/api/signer/new-link', { key: page, body: {} }),
      'unauthorized',
      OVER,
    );
  });

  it('still asks for an access code, and keeps the session', async () => {
    const sent = await sentForSession(api, { authentication: { method: 'access_code', code: ACCESS_CODE } });
    const page = await openedPage(api, sent);
    expectError(await api.call('GET', '/api/signer/envelope', { key: page }), 'unauthorized', {
      reason: 'authentication_required',
      method: 'access_code',
    });
    const passed = (await tryCode(api, page, ACCESS_CODE)).json.token;
    expect((await api.call('GET', '/api/signer/envelope', { key: passed })).status).toBe(200);
    await requestSession(api, sent);
    expectError(await api.call('GET', '/api/signer/envelope', { key: passed }), 'unauthorized', OVER);
  });

  it('takes no token of an emailed link, and no link takes a session of someone else', async () => {
    const sent = await sentForSession(api, { delivery: 'email' });
    expectError(
      await openSession(api, await tokenOf(api, sent.graph, ALICE.email, 'session')),
      'unauthorized',
      OVER,
    );
  });
});

describe('the database', () => {
  it('lets no session be opened twice or come back, and forgets it after a day', async () => {
    const sent = await sentForSession(api);
    await openedPage(api, sent);
    const { organizationId } = sent;
    const change = (set: ReturnType<typeof sql>) =>
      transaction(api.services.db, { organizationId }, (tx) =>
        tx.execute(sql`update page_sessions set ${set} where participant_id = ${sent.alice}`),
      );
    await expect(change(sql`opened_at = null`)).rejects.toThrow();
    await expect(change(sql`return_url = 'https://evil.example'`)).rejects.toThrow();
    await requestSession(api, sent);
    await expect(change(sql`ended_at = null`)).rejects.toThrow();
    const started = api.clock.now;
    try {
      api.clock.now = new Date(started.getTime() + 25 * 3_600_000);
      await sweep(api.services);
      const rows = await transaction(api.services.db, { organizationId }, (tx) =>
        tx.execute(sql`select id from page_sessions where participant_id = ${sent.alice}`),
      );
      expect(rows).toHaveLength(0);
    } finally {
      api.clock.now = started;
    }
  });
});
