import { describe, expect, it } from 'vitest';
import { expectError, expectInvalidState, expectIssues } from '../../support/answers.ts';
import { useApi } from '../../support/api.ts';
import { ALICE, BOB, createDraft, listed, mailTo, sendDraft } from '../../support/envelopes.ts';
import { HOUR_MS, later, pass } from '../../support/moments.ts';
import { expectGraph } from '../../support/shapes.ts';
import { signAs, tokenOf } from '../../support/signer.ts';
import { actionsOf, eventsOf, jobsDone, jobsOf } from '../../support/traces.ts';

const api = useApi({ work: true });
const remind = (key: string, id: string, expectedVersion: number) =>
  api.ask('POST /api/v1/envelopes/{id}/remind', { key, path: { id }, body: { expectedVersion } });
const path = (id: string) => `/api/v1/envelopes/${id}/remind`;

async function sent(extra: Record<string, unknown> = {}) {
  const { apiKey: key, organizationId } = await api.tenant();
  const graph = await sendDraft(api, key, extra);
  return { key, organizationId, graph, id: graph.envelope.id as string };
}

describe('200', () => {
  it('logs the reminder, raises the version by one and emails the current signer', async () => {
    const { key, organizationId, graph, id } = await sent();
    await api.mails(organizationId, 1);
    const answer = await remind(key, id, 3);
    expect(answer.status).toBe(200);
    expectGraph(answer.json);
    expect(answer.json.envelope).toMatchObject({ status: 'in_progress', version: 4 });
    const participantId = graph.participants[0].id;
    expect((await eventsOf(api, key, id)).at(-1)).toMatchObject({
      action: 'participant.reminder_sent',
      actorType: 'api_key',
      payload: { participantId, automatic: false },
    });
    const data = { organizationId, envelopeId: id, participantId };
    expect(await jobsOf(api, id)).toContainEqual({ name: 'svc/participant.reminder_sent', data });

    const first = await mailTo(api, organizationId, ALICE.email, 'Olga Owner has asked');
    const second = await mailTo(api, organizationId, ALICE.email, 'Re: ');
    expect(second.text).toContain(`You: Your turn\n${BOB.name}: After you`);
    for (const { token } of [first, second]) {
      expect((await api.ask('GET /api/signer/envelope', { key: token })).status).toBe(200);
      expect(JSON.stringify(answer.json)).not.toContain(token);
    }
    const { signers } = await listed(api, key, id);
    expect(signers).toMatchObject([
      {
        lastRemindedAt: api.clock.now.toISOString(),
        nextReminderAt: null,
        lastEventLabel: expect.any(String),
      },
      { lastRemindedAt: null, nextReminderAt: null },
    ]);
  });

  it('goes to the next signer once the first has signed, with a separate window', async () => {
    const { key, organizationId, graph, id } = await sent();
    expect((await remind(key, id, 3)).status).toBe(200);
    expect((await signAs(api, graph, ALICE)).status).toBe(200);
    expect((await remind(key, id, 6)).status).toBe(200);
    expect((await eventsOf(api, key, id)).at(-1)?.payload).toMatchObject({
      participantId: graph.participants[1].id,
    });
    const reminder = await mailTo(api, organizationId, BOB.email, 'Re: ');
    expect(reminder.text).toMatch(new RegExp(`${ALICE.name}: Signed .*\\nYou: Your turn`));
    const view = await api.ask('GET /api/signer/envelope', { key: reminder.token });
    expect(view.json).toMatchObject({ isMyTurn: true });
  });
});

describe('409', () => {
  it('for an outdated version, with the current one', async () => {
    const { key, id } = await sent();
    expectError(await remind(key, id, 2), 'version_conflict', { currentVersion: 3 });
  });

  it('for one that has not been sent, or has ended', async () => {
    const { key, graph, id } = await sent();
    const { envelope } = (await createDraft(api, key)).json;
    expectInvalidState(await remind(key, envelope.id, 1), 'draft');
    await api.ask('POST /api/signer/decline', { key: await tokenOf(api, graph, ALICE.email), body: {} });
    expectInvalidState(await remind(key, id, 5), 'declined');
    expect(await actionsOf(api, key, id)).not.toContain('participant.reminder_sent');
  });

  it('after expiry, even before a job has run', async () => {
    const { key, id } = await sent({ policy: { expiresAt: later(api, HOUR_MS) } });
    pass(api, HOUR_MS);
    expectInvalidState(await remind(key, id, 3), 'in_progress', 'expired');
  });
});

describe('422', () => {
  it.each([[{}], [{ expectedVersion: 0 }], [{ expectedVersion: '3' }], [{ expectedVersion: null }]])(
    'for the body %j',
    async (body) => {
      const { key, id } = await sent();
      expectIssues(await api.call('POST', path(id), { key, body }), ['/expectedVersion']);
    },
  );
});

describe('429', () => {
  it('within an hour, with the next allowed time, and not afterwards', async () => {
    const { key, organizationId, id } = await sent();
    expect((await remind(key, id, 3)).status).toBe(200);
    const nextReminderAt = later(api, HOUR_MS);
    pass(api, HOUR_MS - 1);
    const refused = await remind(key, id, 4);
    expectError(refused, 'reminder_window', { nextReminderAt, retryAfterSeconds: 1 });
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(await actionsOf(api, key, id)).toHaveLength(4);
    pass(api, 1);
    expect((await remind(key, id, 4)).json.envelope.version).toBe(5);
    const mails = await api.mails(organizationId, 3);
    expect(mails.filter(({ subject }) => subject.startsWith('Re: '))).toHaveLength(2);
  });

  it('or 409 for all but one of ten concurrent calls with any version', async () => {
    const { key, organizationId, id } = await sent();
    const nextReminderAt = later(api, HOUR_MS);
    const answers = await Promise.all(Array.from({ length: 10 }, (_, i) => remind(key, id, 3 + (i % 2))));
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(9);
    for (const answer of refused) {
      if (answer.status === 429)
        expectError(answer, 'reminder_window', { nextReminderAt, retryAfterSeconds: 3600 });
      else
        expectError(answer, 'version_conflict', {
          currentVersion: expect.toSatisfy((v) => v === 3 || v === 4),
        });
    }
    expect(await actionsOf(api, key, id)).toEqual([
      'envelope.created',
      'envelope.sent',
      'participant.link_issued',
      'participant.reminder_sent',
    ]);
    const jobs = (await jobsOf(api, id)).filter(({ name }) => name === 'svc/participant.reminder_sent');
    expect(jobs).toHaveLength(1);
    await api.mails(organizationId, 2);
    await jobsDone(api, id);
    expect(await api.mails(organizationId, 2)).toHaveLength(2);
  });

  it('lasts across a new link', async () => {
    const { key, graph, id } = await sent();
    expect((await remind(key, id, 3)).status).toBe(200);
    expect(
      (
        await api.ask('POST /api/v1/envelopes/{id}/participants/{participantId}/resend-link', {
          key,
          path: { id, participantId: graph.participants[0].id },
          body: { expectedVersion: 4 },
        })
      ).status,
    ).toBe(200);
    expectError(await remind(key, id, 5), 'reminder_window', {
      nextReminderAt: later(api, HOUR_MS),
      retryAfterSeconds: 3600,
    });
  });
});
