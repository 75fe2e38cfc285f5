import { describe, expect, it } from 'vitest';
import { toWireError } from '#wire/error.ts';
import { useApi } from '../../support/api.ts';
import { ALICE, BOB, sendDraft } from '../../support/envelopes.ts';
import { DAY_MS, HOUR_MS, pass } from '../../support/moments.ts';
import { ownerOf } from '../../support/person.ts';
import { callDashboard, refusalIn, sessionOf } from '../../support/session.ts';
import { signAs } from '../../support/signer.ts';

const api = useApi();
const none = { completed: 0, waiting: 0, notCompleted: 0 };

async function ready() {
  const tenant = await api.tenant();
  const caller = ownerOf(api, tenant);
  const send = (people: readonly { name: string; email: string }[] = [ALICE]) =>
    sendDraft(api, tenant.apiKey, {
      participants: people,
      fields: people.map((_, participantIndex) => ({
        ...{ type: 'signature', page: 1, x: 0.1, y: 0.1 + participantIndex / 5 },
        ...{ width: 0.3, height: 0.05, participantIndex },
      })),
    });
  return { ...tenant, caller, send };
}

describe('a report', () => {
  it('counts what was sent in the period, what became of it, and how long it took', async () => {
    const { apiKey: key, caller, send } = await ready();
    const early = await send();
    await signAs(api, early, ALICE);
    pass(api, 8 * DAY_MS);
    const [quick, slow, declined, waiting] = [
      await send(),
      await send(),
      await send(),
      await send([ALICE, BOB]),
    ];
    pass(api, HOUR_MS / 2);
    await signAs(api, quick, ALICE);
    const { id, version } = declined.envelope;
    await api.call('POST', `/api/v1/envelopes/${id}/void`, { key, body: { expectedVersion: version } });
    pass(api, 2 * DAY_MS);
    await signAs(api, slow, ALICE);
    const report = await caller.envelope.report({ days: 7, mine: false });
    expect(report.now).toEqual({
      ...{ sent: 4, completed: 2, waiting: 1, notCompleted: 1, declined: 0 },
      medianSeconds: (HOUR_MS / 2 + (2 * DAY_MS + HOUR_MS / 2)) / 2000,
      slowSeconds: expect.any(Number),
    });
    expect(report.before).toMatchObject({ sent: 1, completed: 1, declined: 0 });
    expect(report.columns).toHaveLength(7);
    expect(report.columns.filter(({ completed }) => completed > 0)).toEqual([
      { day: expect.any(String), completed: 2, waiting: 1, notCompleted: 1 },
    ]);
    expect(report.bands).toEqual([1, 0, 0, 0, 1, 0, 0]);
    expect(report.waitingLongest).toEqual([
      {
        id: waiting.envelope.id,
        name: waiting.envelope.displayName,
        people: [ALICE.name],
        sentAt: expect.any(String),
      },
    ]);
    expect(report.templates).toEqual([
      { id: null, name: null, sent: 4, completed: 2, medianSeconds: report.now.medianSeconds },
    ]);
    expect(report.members).toMatchObject([{ name: 'Olga Owner', sent: 4, completed: 2 }]);
  });

  it('shows members only their own, and administrators everything', async () => {
    const { organizationId, caller, send } = await ready();
    await send();
    const input = { days: 30, mine: true };
    const ask = async (cookie: string, mine: boolean) =>
      callDashboard(api, 'query', 'envelope.report', { cookie, input: { ...input, mine } });
    const member = await sessionOf(api, organizationId, 'member');
    expect((await ask(member, true)).json.result.data.now.sent).toBe(0);
    expect(refusalIn(await ask(member, false))?.code).toBe('forbidden');
    const admin = await sessionOf(api, organizationId, 'admin');
    expect((await ask(admin, false)).json.result.data.now.sent).toBe(1);
    const own = await caller.envelope.report({ days: 30, mine: true });
    expect([own.now.sent, own.members]).toEqual([1, []]);
  });

  it('knows nothing of other organizations, drafts and recalled envelopes', async () => {
    const [own, other] = [await ready(), await ready()];
    await other.send();
    const { id, version } = (await own.send()).envelope;
    await api.call('POST', `/api/v1/envelopes/${id}/recall`, {
      key: own.apiKey,
      body: { expectedVersion: version },
    });
    const report = await own.caller.envelope.report({ days: 365, mine: false });
    expect(report.now).toMatchObject({ sent: 0, ...none, medianSeconds: null });
    expect(report.waitingLongest).toEqual([]);
    expect([12, 13]).toContain(report.columns.length);
  });

  it('counts whole days of any period of up to two years', async () => {
    const { caller, send } = await ready();
    const day = (daysAgo: number) =>
      new Date(api.clock.now.getTime() - daysAgo * DAY_MS).toISOString().slice(0, 10);
    await send();
    pass(api, 3 * DAY_MS);
    await send();
    const count = async (from: number, to: number) =>
      (await caller.envelope.report({ from: day(from), to: day(to), mine: false })).now.sent;
    expect(await Promise.all([count(3, 3), count(3, 0), count(2, 1), count(730, 0)])).toEqual([1, 2, 0, 2]);
    const { before, ...report } = await caller.envelope.report({ from: day(2), to: day(0), mine: false });
    expect([report.from, report.to, report.columns.length]).toEqual([day(2), day(0), 3]);
    expect([report.now.sent, before.sent]).toEqual([1, 1]);
  });

  it('has no other periods', async () => {
    const { caller } = await ready();
    for (const period of [
      { days: 8 as 7 },
      { from: '2026-02-30', to: '2026-03-01' },
      { from: '2026-03-02', to: '2026-03-01' },
      { from: '0001-01-01', to: '0001-01-02' },
      { from: '2020-01-01', to: '2022-01-01' },
      { from: '9999-12-31', to: '9999-12-31' },
    ]) {
      const refused = await caller.envelope.report({ ...period, mine: true }).catch(toWireError);
      expect(refused).toMatchObject({ code: 'validation_failed' });
    }
  });
});
