import { describe, expect, it } from 'vitest';
import { sweep } from '#server/jobs/sweep.ts';
import { mutate, whoIs } from '../support/account.ts';
import { useApi } from '../support/api.ts';
import type { BodyOf } from '../support/ask.ts';
import { ALICE, createDraft, listed, mailTo } from '../support/envelopes.ts';
import { DAY_MS, HOUR_MS, later, pass } from '../support/moments.ts';
import { sessionOf } from '../support/session.ts';
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
    expect(await jobsOf(api, id)).toMatchObject([{ name: 'svc/envelope.schedule_failed' }]);
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

describe('an envelope that a member scheduled', () => {
  /** A draft that an administrator scheduled in the dashboard, and its owner's view of it. */
  async function leftBehind(draft: Record<string, unknown> = {}) {
    const { apiKey: key, organizationId } = await api.tenant();
    const [owner, cookie] = [
      await sessionOf(api, organizationId, 'owner'),
      await sessionOf(api, organizationId, 'admin'),
    ];
    const { user } = (await whoIs(api, cookie)).json;
    const id = (await createDraft(api, key, draft)).json.envelope.id as string;
    const input = { id, expectedVersion: 1, sendAt: later(api, HOUR_MS) };
    expect(await mutate(api, cookie, 'envelope.send', input)).toMatchObject({
      envelope: { scheduledSendAt: input.sendAt },
    });
    return {
      ...{ key, organizationId, owner, cookie, id, userId: user.id as string, email: user.email as string },
      actions: () => actionsOf(api, key, id),
      come: async () => {
        pass(api, HOUR_MS);
        await sweep(api.services);
        await sweep(api.services);
        await jobsDone(api, id);
      },
      mails: async () =>
        (await api.mails(organizationId, 0)).filter(({ subject }) => subject.includes('as scheduled')),
    };
  }
  type Left = Awaited<ReturnType<typeof leftBehind>>;

  it.each<[string, string, string, (own: Left) => Promise<unknown>]>([
    [
      'is removed',
      'sender_removed',
      'is no longer a member of Acme GmbH',
      ({ owner, userId }) => mutate(api, owner, 'member.remove', { userId }),
    ],
    [
      'leaves',
      'sender_removed',
      'is no longer a member of Acme GmbH',
      ({ cookie }) => mutate(api, cookie, 'organization.leave'),
    ],
    [
      'becomes a viewer',
      'sender_demoted',
      'is no longer allowed to send for Acme GmbH',
      ({ owner, userId }) => mutate(api, owner, 'member.changeRole', { userId, role: 'viewer' }),
    ],
  ])('is held when that member %s, and who can decide is told why', async (_what, reason, words, lose) => {
    const own = await leftBehind();
    await lose(own);
    await own.come();
    expect((await eventsOf(api, own.key, own.id)).slice(2)).toMatchObject([
      { action: 'envelope.schedule_failed', actorType: 'system', payload: { reason } },
    ]);
    expect(await listed(api, own.key, own.id)).toMatchObject({
      status: 'draft',
      scheduledSendAt: null,
      attention: ['schedule_failed'],
    });
    const mails = await own.mails();
    // Two owners: the tenant's and the signed-in one.
    expect(mails).toHaveLength(2);
    expect(mails.map(({ recipient }) => recipient)).not.toContain(own.email);
    expect(mails[0]?.text.replaceAll(/\s+/g, ' ')).toContain(`Rita admin scheduled Agreement and ${words}`);
    expect(mails[0]?.text).toContain(`http://localhost:3000/envelopes/${own.id}`);
    expect(
      (await api.mails(own.organizationId, 0)).filter(({ recipient }) => recipient === ALICE.email),
    ).toEqual([]);
    const sent = { id: own.id, expectedVersion: 3 };
    expect(await mutate(api, own.owner, 'envelope.send', sent)).toMatchObject({
      envelope: { status: 'in_progress' },
    });
    expect((await listed(api, own.key, own.id)).attention).toEqual([]);
  });

  it('is sent when they only administer no longer, or when someone else has scheduled it again', async () => {
    const own = await leftBehind();
    await mutate(api, own.owner, 'member.changeRole', { userId: own.userId, role: 'member' });
    await own.come();
    expect((await own.actions()).slice(2)).toEqual(SENT);
    const other = await leftBehind();
    const input = { id: other.id, expectedVersion: 2, sendAt: later(api, HOUR_MS) };
    await mutate(api, other.owner, 'envelope.send', input);
    await mutate(api, other.owner, 'member.remove', { userId: other.userId });
    await other.come();
    expect((await other.actions()).slice(3)).toEqual(SENT);
  });

  it('is held or sent, never both, when they are removed at that moment', async () => {
    for (let round = 0; round < 4; round += 1) {
      const own = await leftBehind();
      pass(api, HOUR_MS);
      const { userId } = own;
      const [removed] = await Promise.all([
        mutate(api, own.owner, 'member.remove', { userId }),
        sweep(api.services),
      ]);
      expect(removed).toBeUndefined();
      expect([SENT, ['envelope.schedule_failed']]).toContainEqual((await own.actions()).slice(2));
    }
  });

  it('stays unnamed to owners when nobody is left in its private team', async () => {
    const { organizationId } = await api.tenant();
    const owner = await sessionOf(api, organizationId, 'owner');
    const cookie = await sessionOf(api, organizationId, 'admin');
    const { id: userId } = (await whoIs(api, cookie)).json.user;
    const team = (await mutate(api, cookie, 'team.create', { name: 'Mergers', isPrivate: true })).id;
    const { secret } = await mutate(api, cookie, 'apiKey.create', { name: 'Key', teamId: team });
    const { envelope } = (await createDraft(api, secret)).json;
    const sendAt = later(api, HOUR_MS);
    await mutate(api, cookie, 'envelope.send', { id: envelope.id, expectedVersion: 1, sendAt });
    await mutate(api, owner, 'member.remove', { userId });
    pass(api, HOUR_MS);
    await sweep(api.services);
    await jobsDone(api, envelope.id);
    const mails = await api.mails(organizationId, 2);
    expect(mails).toHaveLength(2);
    for (const { subject, text } of mails) {
      expect(subject).toContain('A document of a private team');
      expect(`${subject} ${text}`).not.toContain('Agreement');
      expect(text).toContain('http://localhost:3000/settings/teams');
    }
  });

  it('that was not ready is for them to decide about', async () => {
    const own = await leftBehind();
    const body = { expectedVersion: 2, participants: [], fields: [] };
    const put = await api.call('PUT', `/api/v1/envelopes/${own.id}/draft`, { key: own.key, body });
    expect(put.status).toBe(200);
    await own.come();
    const mails = await own.mails();
    expect(mails.map(({ recipient }) => recipient)).toEqual([own.email]);
    expect(mails[0]?.text).toContain('wasn’t ready to be sent');
  });
});
