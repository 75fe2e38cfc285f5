import { describe, expect, it } from 'vitest';
import { sweep } from '#server/jobs/sweep.ts';
import { useApi } from '../support/api.ts';
import type { BodyOf } from '../support/ask.ts';
import { ALICE, createDraft, listed, mailTo } from '../support/envelopes.ts';
import { DAY_MS, HOUR_MS, later, pass } from '../support/moments.ts';
import { actionsOf, eventsOf, jobsDone, jobsOf } from '../support/traces.ts';

const api = useApi({ work: true, alone: true });

async function planned(extra: Record<string, unknown> = {}) {
  const { apiKey: key, organizationId } = await api.tenant();
  const { envelope } = (await createDraft(api, key, extra)).json;
  const id = envelope.id as string;
  const post = (verb: string, body: unknown) =>
    api.call('POST', `/api/v1/envelopes/${id}/${verb}`, { key, body });
  const scheduled = await post('send', { expectedVersion: 1, sendAt: later(api, HOUR_MS) });
  expect(scheduled.status).toBe(200);
  return {
    key,
    organizationId,
    id,
    post,
    put: (body: BodyOf<'PUT /api/v1/envelopes/{id}/draft'>) =>
      api.ask('PUT /api/v1/envelopes/{id}/draft', { key, path: { id }, body }),
    actions: () => actionsOf(api, key, id),
  };
}
const SENT = ['envelope.sent', 'participant.link_issued'];

describe('a scheduled envelope', () => {
  it('is sent on time in its current state, and raises the version by two', async () => {
    const { key, organizationId, id, put, actions } = await planned();
    expect((await put({ displayName: 'As of now' })).json.envelope.version).toBe(3);
    pass(api, HOUR_MS - 1);
    await sweep(api.services);
    expect(await actions()).toHaveLength(3);
    pass(api, 1);
    await sweep(api.services);
    expect(await listed(api, key, id)).toMatchObject({
      status: 'in_progress',
      version: 5,
      displayName: 'As of now',
      sentAt: api.clock.now.toISOString(),
      scheduledSendAt: null,
    });
    expect((await eventsOf(api, key, id)).slice(3)).toMatchObject(
      SENT.map((action) => ({ action, actorType: 'system', actorId: null })),
    );
    const { token } = await mailTo(api, organizationId, ALICE.email, 'Olga Owner has asked');
    expect((await api.ask('GET /api/signer/envelope', { key: token })).json.isMyTurn).toBe(true);
  });

  it('is sent once by many sweeps, even late', async () => {
    const all = await Promise.all([planned(), planned(), planned()]);
    pass(api, 2 * DAY_MS);
    await Promise.all(Array.from({ length: 10 }, () => sweep(api.services)));
    await sweep(api.services);
    for (const { actions, id, organizationId } of all) {
      expect((await actions()).slice(2)).toEqual(SENT);
      expect(await jobsOf(api, id)).toHaveLength(1);
      await jobsDone(api, id);
      expect(await api.mails(organizationId, 1)).toHaveLength(1);
    }
  });

  it('loses its schedule if it is no longer ready, and the log says why', async () => {
    const { key, id, put, post } = await planned();
    expect((await put({ participants: [], fields: [] })).status).toBe(200);
    pass(api, HOUR_MS);
    await sweep(api.services);
    await sweep(api.services);
    expect((await eventsOf(api, key, id)).slice(3)).toMatchObject([
      {
        action: 'envelope.schedule_failed',
        actorType: 'system',
        payload: { reason: 'validation_failed' },
      },
    ]);
    expect(await listed(api, key, id)).toMatchObject({ status: 'draft', version: 4, scheduledSendAt: null });
    expect(await jobsOf(api, id)).toEqual([]);
    await put({ participants: [ALICE], fields: [] });
    expect((await post('send', { expectedVersion: 5 })).status).toBe(200);
  });

  it('loses its schedule if it has expired', async () => {
    const { put, actions } = await planned();
    expect((await put({ policy: { expiresAt: later(api, HOUR_MS / 2) } })).status).toBe(200);
    pass(api, HOUR_MS);
    await sweep(api.services);
    expect((await actions()).at(-1)).toBe('envelope.schedule_failed');
  });

  it.each<[string, (own: Awaited<ReturnType<typeof planned>>) => Promise<{ status: number }>, string[]]>([
    ['sent at once', ({ post }) => post('send', { expectedVersion: 2 }), SENT],
    ['voided', ({ post }) => post('void', { expectedVersion: 2 }), ['envelope.voided']],
  ])('does not go out once it was %s', async (_name, end, expected) => {
    const own = await planned();
    expect((await end(own)).status).toBe(200);
    pass(api, DAY_MS);
    await sweep(api.services);
    expect((await own.actions()).slice(2)).toEqual(expected);
  });

  it('is not sent after it was deleted', async () => {
    const { key, id } = await planned();
    expect((await api.ask('DELETE /api/v1/envelopes/{id}', { key, path: { id } })).status).toBe(204);
    pass(api, DAY_MS);
    await sweep(api.services);
    expect(await jobsOf(api, id)).toEqual([]);
  });

  it('is sent at the time that was set last', async () => {
    const { post, actions } = await planned();
    expect((await post('send', { expectedVersion: 2, sendAt: later(api, DAY_MS) })).status).toBe(200);
    pass(api, HOUR_MS);
    await sweep(api.services);
    expect(await actions()).toHaveLength(3);
    pass(api, DAY_MS);
    await sweep(api.services);
    expect((await actions()).slice(3)).toEqual(SENT);
  });

  it('is sent once if the sender sends it at the same moment', async () => {
    for (let round = 0; round < 4; round++) {
      const { post, actions, id } = await planned();
      pass(api, HOUR_MS);
      const [answer] = await Promise.all([post('send', { expectedVersion: 2 }), sweep(api.services)]);
      expect([200, 409]).toContain(answer.status);
      expect((await actions()).slice(2)).toEqual(SENT);
      expect(await jobsOf(api, id)).toHaveLength(1);
    }
  });
});
