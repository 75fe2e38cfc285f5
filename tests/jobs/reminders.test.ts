import { describe, expect, it } from 'vitest';
import { sweep } from '#server/jobs/sweep.ts';
import { createHandlers } from '#server/jobs/worker.ts';
import { useApi } from '../support/api.ts';
import { ALICE, BOB, listed, mailTo, sendDraft } from '../support/envelopes.ts';
import { DAY_MS, HOUR_MS, later, pass } from '../support/moments.ts';
import { signAs, tokenOf } from '../support/signer.ts';
import { eventsOf, jobsDone } from '../support/traces.ts';

const api = useApi({ work: true, alone: true });
const reminderPolicy = { firstAfterDays: 3, everyDays: 2, maxReminders: 3 };

async function sent(policy: Record<string, unknown> = { reminderPolicy }) {
  const { apiKey: key, organizationId } = await api.tenant();
  const graph = await sendDraft(api, key, { policy });
  const id = graph.envelope.id as string;
  return {
    key,
    organizationId,
    graph,
    id,
    reminders: async () => {
      await jobsDone(api, id);
      const mails = await api.mails(organizationId, 0);
      return mails.filter(({ subject }) => subject.startsWith('Re: ')).map(({ recipient }) => recipient);
    },
    events: async () =>
      (await eventsOf(api, key, id)).filter(({ action }) => action === 'participant.reminder_sent'),
    nextOf: async (index: number) => (await listed(api, key, id)).signers[index].nextReminderAt,
  };
}

describe('the reminders of a policy', () => {
  it('start after the first delay, repeat at the interval, and stop at the maximum', async () => {
    const { key, graph, id, organizationId, reminders, events, nextOf } = await sent();
    const due = later(api, 3 * DAY_MS);
    expect(await nextOf(0)).toBe(due);
    expect(await nextOf(1)).toBeNull();
    pass(api, 3 * DAY_MS - 1);
    await sweep(api.services);
    expect(await events()).toEqual([]);
    pass(api, 1);
    await sweep(api.services);
    expect(await events()).toMatchObject([
      {
        actorType: 'system',
        actorId: null,
        occurredAt: due,
        payload: { participantId: graph.participants[0].id, automatic: true },
      },
    ]);
    expect(await listed(api, key, id)).toMatchObject({
      version: 4,
      signers: [{ lastRemindedAt: due, nextReminderAt: later(api, 2 * DAY_MS) }, {}],
    });
    const { token } = await mailTo(api, organizationId, ALICE.email, 'Re: ');
    expect((await api.ask('GET /api/signer/envelope', { key: token })).status).toBe(200);

    for (let round = 0; round < 5; round++) {
      pass(api, 2 * DAY_MS);
      await sweep(api.services);
    }
    expect(await events()).toHaveLength(3);
    expect(await nextOf(0)).toBeNull();
    expect(await reminders()).toEqual([ALICE.email, ALICE.email, ALICE.email]);
  });

  it('are sent once, not ten times, after ten days without a worker', async () => {
    const { events, reminders, nextOf } = await sent({
      reminderPolicy: { firstAfterDays: 1, everyDays: 1, maxReminders: 20 },
    });
    pass(api, 11 * DAY_MS);
    for (let round = 0; round < 5; round++) await sweep(api.services);
    expect(await events()).toHaveLength(1);
    expect(await nextOf(0)).toBe(later(api, DAY_MS));
    expect(await reminders()).toEqual([ALICE.email]);
  });

  it('are sent once each in ten concurrent sweeps', async () => {
    const all = await Promise.all([sent(), sent(), sent()]);
    pass(api, 3 * DAY_MS);
    await Promise.all(Array.from({ length: 10 }, () => sweep(api.services)));
    for (const { events, reminders } of all) {
      expect(await events()).toHaveLength(1);
      expect(await reminders()).toEqual([ALICE.email]);
    }
  });

  it('start over for the next signer', async () => {
    const { graph, reminders, nextOf } = await sent();
    pass(api, 2 * DAY_MS);
    expect((await signAs(api, graph, ALICE)).status).toBe(200);
    expect([await nextOf(0), await nextOf(1)]).toEqual([null, later(api, 3 * DAY_MS)]);
    pass(api, DAY_MS);
    await sweep(api.services);
    expect(await reminders()).toEqual([]);
    pass(api, 2 * DAY_MS);
    await sweep(api.services);
    expect(await reminders()).toEqual([BOB.email]);
  });

  it('start over with a new link', async () => {
    const { key, graph, id, events, nextOf } = await sent();
    pass(api, 3 * DAY_MS);
    await sweep(api.services);
    expect(
      (
        await api.ask('POST /api/v1/envelopes/{id}/participants/{participantId}/resend-link', {
          key,
          path: { id, participantId: graph.participants[0].id },
          body: { expectedVersion: 4 },
        })
      ).status,
    ).toBe(200);
    expect(await nextOf(0)).toBe(later(api, 3 * DAY_MS));
    for (let round = 0; round < 6; round++) {
      pass(api, 3 * DAY_MS);
      await sweep(api.services);
    }
    expect(await events()).toHaveLength(1 + reminderPolicy.maxReminders);
  });

  it('are postponed by a manual reminder, which is not counted', async () => {
    const { key, id, events, nextOf } = await sent();
    pass(api, 2 * DAY_MS);
    const body = { expectedVersion: 3 };
    expect((await api.ask('POST /api/v1/envelopes/{id}/remind', { key, path: { id }, body })).status).toBe(
      200,
    );
    expect(await nextOf(0)).toBe(later(api, 2 * DAY_MS));
    pass(api, DAY_MS);
    await sweep(api.services);
    expect(await events()).toHaveLength(1);
    for (let round = 0; round < 6; round++) {
      pass(api, 2 * DAY_MS);
      await sweep(api.services);
    }
    expect(await events()).toHaveLength(1 + reminderPolicy.maxReminders);
  });

  it('skip signers whose turn has not come, even with a new link', async () => {
    const { key, graph, id, events, nextOf } = await sent({
      reminderPolicy: { firstAfterDays: 30, everyDays: 1, maxReminders: 1 },
    });
    expect(
      (
        await api.ask('POST /api/v1/envelopes/{id}/participants/{participantId}/resend-link', {
          key,
          path: { id, participantId: graph.participants[1].id },
          body: { expectedVersion: 3 },
        })
      ).status,
    ).toBe(200);
    expect(await nextOf(1)).toBeNull();
    pass(api, 29 * DAY_MS);
    await sweep(api.services);
    expect(await events()).toEqual([]);
  });

  it.each<[string, (own: Awaited<ReturnType<typeof sent>>) => Promise<unknown>]>([
    [
      'void',
      ({ key, id }) =>
        api.ask('POST /api/v1/envelopes/{id}/void', { key, path: { id }, body: { expectedVersion: 3 } }),
    ],
    [
      'declined',
      async ({ graph }) =>
        api.ask('POST /api/signer/decline', { key: await tokenOf(api, graph, ALICE.email), body: {} }),
    ],
    [
      'completed',
      async ({ graph }) => {
        await signAs(api, graph, ALICE);
        await signAs(api, graph, BOB);
      },
    ],
  ])('are none once the envelope is %s', async (_status, end) => {
    const own = await sent();
    await end(own);
    pass(api, 10 * DAY_MS);
    await sweep(api.services);
    expect(await own.events()).toEqual([]);
    expect([await own.nextOf(0), await own.nextOf(1)]).toEqual([null, null]);
  });

  it('stop once the envelope has expired', async () => {
    const own = await sent({ reminderPolicy, expiresAt: later(api, 3 * DAY_MS - HOUR_MS) });
    pass(api, 4 * DAY_MS);
    await sweep(api.services);
    expect(await own.events()).toEqual([]);
    expect(await own.nextOf(0)).toBeNull();
  });

  it('are not emailed if it is no longer their turn', async () => {
    const own = await sent();
    await signAs(api, own.graph, ALICE);
    const { organizationId, id: envelopeId, graph } = own;
    const late = { organizationId, envelopeId, participantId: graph.participants[0].id };
    await createHandlers(api.services)['svc/participant.reminder_sent'](late, { lastAttempt: false });
    expect(await own.reminders()).toEqual([]);
  });
});
