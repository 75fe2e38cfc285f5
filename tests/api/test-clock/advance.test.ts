import { describe, expect, it } from 'vitest';
import { sweep } from '#server/jobs/sweep.ts';
import { mutate } from '../../support/account.ts';
import { useApi } from '../../support/api.ts';
import { ALICE, createDraft, listed, mailTo, sendDraft } from '../../support/envelopes.ts';
import { DAY_MS, HOUR_MS, later, pass } from '../../support/moments.ts';
import { openTestMode } from '../../support/test-mode.ts';
import { actionsOf, eventsOf, jobsDone } from '../../support/traces.ts';

const api = useApi({ work: true, alone: true });
const reminderPolicy = { firstAfterDays: 3, everyDays: 2, maxReminders: 2 };

async function environment() {
  const live = await api.tenant();
  const test = await openTestMode(api, live.organizationId);
  const advance = async (body: Record<string, unknown>, headers: Record<string, string> = {}) =>
    await api.call('POST', '/api/v1/test-clock/advance', { key: test.apiKey, body, headers });
  return { live, test, key: test.apiKey, advance };
}
const idOf = async (draft: ReturnType<typeof sendDraft>) => (await draft).envelope.id as string;

describe('advancing the time of test mode', () => {
  it('sends, reminds, warns and expires as time would, in order, at the real time', async () => {
    const { key, advance } = await environment();
    const policy = { reminderPolicy, expiresAt: later(api, 10 * DAY_MS) };
    const { envelope } = (await createDraft(api, key, { policy })).json;
    const id = envelope.id as string;
    const body = { expectedVersion: envelope.version as number, sendAt: later(api, DAY_MS) };
    expect((await api.ask('POST /api/v1/envelopes/{id}/send', { key, path: { id }, body })).status).toBe(200);
    const before = (await eventsOf(api, key, id)).length;
    expect((await advance({ hours: 23 })).json).toMatchObject({
      items: [{ id, status: 'draft', actions: ['envelope.time_advanced'] }],
    });
    const { json } = await advance({ days: 10, hours: 1 });
    const wanted = [
      ...['envelope.time_advanced', 'envelope.sent', 'participant.link_issued'],
      ...['envelope.time_advanced', 'participant.reminder_sent'],
      ...['envelope.time_advanced', 'participant.reminder_sent'],
      ...['envelope.time_advanced', 'envelope.expiry_warned'],
      ...['envelope.time_advanced', 'envelope.expired'],
    ];
    const { version } = await listed(api, key, id);
    expect(json).toEqual({ items: [{ id, status: 'expired', version, actions: wanted }] });
    const events = (await eventsOf(api, key, id)).slice(before + 1);
    expect(events.map(({ action }) => action)).toEqual(wanted);
    expect(new Set(events.map(({ occurredAt }) => occurredAt))).toEqual(
      new Set([api.clock.now.toISOString()]),
    );
    expect(events.map(({ action, actorType }) => `${actorType} ${action}`).slice(0, 2)).toEqual([
      'api_key envelope.time_advanced',
      'system envelope.sent',
    ]);
    // No jobs are left.
    expect((await advance({ days: 366 })).json).toEqual({ items: [] });
  });

  it('emails what would have been emailed', async () => {
    const { test, key, advance } = await environment();
    const id = await idOf(sendDraft(api, key, { policy: { reminderPolicy } }));
    await advance({ days: 3 });
    await jobsDone(api, id);
    const { text } = await mailTo(api, test.organizationId, ALICE.email, 'TEST: Re: ');
    expect(text).toContain('#token=');
  });

  it('leaves everything else alone: other organizations, the live one, and drafts', async () => {
    const { live, key, advance } = await environment();
    const other = await environment();
    const policy = { expiresAt: later(api, DAY_MS) };
    const untouched = await Promise.all([
      { key: live.apiKey, id: await idOf(sendDraft(api, live.apiKey, { policy })) },
      { key: other.key, id: await idOf(sendDraft(api, other.key, { policy })) },
      { key, id: (await createDraft(api, key, { policy })).json.envelope.id as string },
    ]);
    const id = await idOf(sendDraft(api, key, { policy }));
    const before = await Promise.all(untouched.map((own) => listed(api, own.key, own.id)));
    expect((await advance({ days: 2 })).json.items.map((item: { id: string }) => item.id)).toEqual([id]);
    await sweep(api.services);
    expect(await Promise.all(untouched.map((own) => listed(api, own.key, own.id)))).toEqual(before);
    expect((await listed(api, key, id)).status).toBe('expired');
  });

  it('advances one envelope if it is named', async () => {
    const { key, advance } = await environment();
    const policy = { expiresAt: later(api, DAY_MS) };
    const [one, other] = [
      await idOf(sendDraft(api, key, { policy })),
      await idOf(sendDraft(api, key, { policy })),
    ];
    expect((await advance({ days: 1, envelopeId: one })).json.items).toMatchObject([{ id: one }]);
    expect((await listed(api, key, other)).status).toBe('in_progress');
    const foreign = await environment();
    expect((await foreign.advance({ days: 1, envelopeId: other })).status).toBe(404);
  });

  it('adds up, and new envelopes begin at the real time', async () => {
    const { key, advance } = await environment();
    const id = await idOf(sendDraft(api, key, { policy: { expiresAt: later(api, 3 * DAY_MS) } }));
    for (let day = 0; day < 2; day++) await advance({ days: 1 });
    expect((await listed(api, key, id)).expiresAt).toBe(later(api, DAY_MS));
    const another = await idOf(sendDraft(api, key, { policy: { expiresAt: later(api, 3 * DAY_MS) } }));
    pass(api, DAY_MS - HOUR_MS);
    await sweep(api.services);
    expect((await listed(api, key, id)).status).toBe('in_progress');
    await advance({ hours: 1 });
    expect([(await listed(api, key, id)).status, (await listed(api, key, another)).status]).toEqual([
      'expired',
      'in_progress',
    ]);
  });

  it('happens once for an Idempotency-Key', async () => {
    const { key, advance } = await environment();
    const id = await idOf(sendDraft(api, key, { policy: { expiresAt: later(api, 9 * DAY_MS) } }));
    const headers = { 'idempotency-key': 'tomorrow' };
    const first = await advance({ days: 1 }, headers);
    expect((await advance({ days: 1 }, headers)).json).toEqual(first.json);
    expect(
      (await actionsOf(api, key, id)).filter((action) => action === 'envelope.time_advanced'),
    ).toHaveLength(1);
  });

  it('is only for test mode, only for those who may send, and only forward', async () => {
    const { live, advance, test } = await environment();
    const { status } = await api.call('POST', '/api/v1/test-clock/advance', {
      key: live.apiKey,
      body: { days: 1 },
    });
    expect(status).toBe(404);
    for (const body of [{}, { days: 0 }, { days: -1 }, { days: 367 }, { hours: 24 }])
      expect((await advance(body)).status).toBe(422);
    const { secret } = await mutate(api, test.cookie, 'apiKey.create', {
      name: 'Reads',
      scopes: ['envelopes:read'],
    });
    const body = { days: 1 };
    expect((await api.call('POST', '/api/v1/test-clock/advance', { key: secret, body })).status).toBe(403);
  });
});
