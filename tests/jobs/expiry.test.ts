import { describe, expect, it } from 'vitest';
import { createHandlers } from '#server/jobs/worker.ts';
import { sweep } from '#server/jobs/sweep.ts';
import { expectError, expectInvalidState } from '../support/answers.ts';
import { useApi } from '../support/api.ts';
import { ALICE, BOB, listed, mailTo, sendDraft } from '../support/envelopes.ts';
import { DAY_MS, HOUR_MS, later, MINUTE_MS, pass } from '../support/moments.ts';
import { signAs, tokenOf } from '../support/signer.ts';
import { actionsOf, eventsOf, jobsDone, jobsOf } from '../support/traces.ts';

const api = useApi({ work: true, alone: true });

async function sent(expiresAt: string, extra: Record<string, unknown> = {}) {
  const { apiKey: key, organizationId } = await api.tenant();
  const { policy, ...rest } = extra;
  const graph = await sendDraft(api, key, { policy: { expiresAt, ...(policy as object) }, ...rest });
  const id = graph.envelope.id as string;
  return {
    key,
    organizationId,
    graph,
    id,
    mailed: async (subject: string) => {
      await jobsDone(api, id);
      const mails = await api.mails(organizationId, 0);
      return mails
        .filter((mail) => mail.subject.startsWith(subject))
        .map(({ recipient }) => recipient)
        .sort();
    },
    extend: (version: number, to: string | null) =>
      api.ask('PUT /api/v1/envelopes/{id}/expiry', {
        key,
        path: { id },
        body: { expectedVersion: version, expiresAt: to },
      }),
    times: async (action: string) => (await actionsOf(api, key, id)).filter((one) => one === action).length,
  };
}

describe('the expiration warning', () => {
  it('goes to the sender and current signer three days before, once, without changing the version', async () => {
    const expiresAt = later(api, 9 * DAY_MS);
    const { key, id, graph, organizationId, mailed, times } = await sent(expiresAt);
    pass(api, 6 * DAY_MS - 1);
    await sweep(api.services);
    expect(await times('envelope.expiry_warned')).toBe(0);
    pass(api, 1);
    await sweep(api.services);
    expect((await eventsOf(api, key, id)).at(-1)).toMatchObject({
      action: 'envelope.expiry_warned',
      actorType: 'system',
      payload: { expiresAt },
    });
    expect(await listed(api, key, id)).toMatchObject({ version: 3, attention: ['expiring_soon'] });
    pass(api, DAY_MS);
    await sweep(api.services);
    expect(await times('envelope.expiry_warned')).toBe(1);
    expect(await mailed('Expiring soon')).toEqual([ALICE.email, graph.envelope.senderEmail].sort());
    const { token } = await mailTo(api, organizationId, ALICE.email, 'Expiring soon');
    expect((await api.ask('GET /api/signer/envelope', { key: token })).status).toBe(200);
    const toSender = await mailTo(api, organizationId, graph.envelope.senderEmail, 'Expiring soon');
    expect(toSender.token).toBe('');
    expect(toSender.text).toContain(`/envelopes/${id}`);
  });

  it('is skipped if the envelope was sent with less time left', async () => {
    const { mailed, times } = await sent(later(api, 3 * DAY_MS - MINUTE_MS));
    pass(api, DAY_MS);
    await sweep(api.services);
    expect(await times('envelope.expiry_warned')).toBe(0);
    expect(await mailed('Expiring soon')).toEqual([]);
  });

  it('is sent again after an extension', async () => {
    const { key, id, extend, mailed, times } = await sent(later(api, 4 * DAY_MS));
    pass(api, DAY_MS);
    await sweep(api.services);
    await jobsDone(api, id);
    expect((await extend(3, later(api, 10 * DAY_MS))).status).toBe(200);
    await sweep(api.services);
    expect(await times('envelope.expiry_warned')).toBe(1);
    expect(await listed(api, key, id)).toMatchObject({ attention: [] });
    pass(api, 7 * DAY_MS);
    await sweep(api.services);
    expect(await times('envelope.expiry_warned')).toBe(2);
    const mails = await mailed('Expiring soon');
    expect(mails.filter((recipient) => recipient === ALICE.email)).toHaveLength(2);
    expect(mails).toHaveLength(4);
  });

  it('is not sent right after an extension that leaves less than three days', async () => {
    const { extend, times } = await sent(later(api, 9 * DAY_MS));
    expect((await extend(3, later(api, 2 * DAY_MS))).status).toBe(200);
    await sweep(api.services);
    expect(await times('envelope.expiry_warned')).toBe(0);
  });

  it('happens once in ten concurrent sweeps', async () => {
    const all = await Promise.all([1, 2, 3].map(() => sent(later(api, 4 * DAY_MS))));
    pass(api, DAY_MS);
    await Promise.all(Array.from({ length: 10 }, () => sweep(api.services)));
    for (const { mailed, times } of all) {
      expect(await times('envelope.expiry_warned')).toBe(1);
      expect(await mailed('Expiring soon')).toHaveLength(2);
    }
  });

  it('is not emailed if the envelope was extended, has ended or has expired since', async () => {
    const { key, id, graph, organizationId, extend, mailed } = await sent(later(api, 4 * DAY_MS));
    const warn = () =>
      createHandlers(api.services)['svc/envelope.expiring'](
        { organizationId, envelopeId: id, recipient: graph.participants[0].id },
        { lastAttempt: false },
      );
    await warn();
    expect((await extend(3, later(api, 5 * DAY_MS))).status).toBe(200);
    await warn();
    pass(api, 5 * DAY_MS);
    await warn();
    await api.ask('POST /api/v1/envelopes/{id}/void', { key, path: { id }, body: { expectedVersion: 4 } });
    await warn();
    expect(await mailed('Expiring soon')).toEqual([]);
  });
});

describe('expiry', () => {
  it('happens on time and emails the sender and the current signer', async () => {
    const expiresAt = later(api, DAY_MS);
    const { key, id, graph, mailed, times } = await sent(expiresAt);
    await signAs(api, graph, ALICE);
    pass(api, DAY_MS - 1);
    await sweep(api.services);
    expect(await times('envelope.expired')).toBe(0);
    pass(api, 1);
    await sweep(api.services);
    expect((await eventsOf(api, key, id)).at(-1)).toMatchObject({
      action: 'envelope.expired',
      actorType: 'system',
      actorId: null,
      occurredAt: expiresAt,
      payload: { expiresAt },
    });
    expect(await listed(api, key, id)).toMatchObject({
      status: 'expired',
      version: 6,
      expiredAt: expiresAt,
      attention: ['expired'],
    });
    expect(await mailed('Expired')).toEqual([BOB.email, graph.envelope.senderEmail].sort());
  });

  it('happens once in ten concurrent sweeps and later ones', async () => {
    const all = await Promise.all([1, 2, 3].map(() => sent(later(api, HOUR_MS))));
    pass(api, HOUR_MS);
    await Promise.all(Array.from({ length: 10 }, () => sweep(api.services)));
    pass(api, DAY_MS);
    await sweep(api.services);
    for (const { mailed, times, id } of all) {
      expect(await times('envelope.expired')).toBe(1);
      expect((await jobsOf(api, id)).filter(({ name }) => name === 'svc/envelope.expired')).toHaveLength(2);
      expect(await mailed('Expired')).toHaveLength(2);
    }
  });

  it('stops signers exactly on time, before and after any job has run', async () => {
    const { key, id, graph, extend } = await sent(later(api, 9 * DAY_MS), {
      policy: { consumerDisclosure: true },
    });
    // A link from when there was more time.
    const token = await tokenOf(api, graph, ALICE.email);
    expect((await extend(3, later(api, DAY_MS))).status).toBe(200);
    pass(api, DAY_MS);
    const calls = [
      () => api.ask('POST /api/signer/consent', { key: token, body: { accepted: true } }),
      () => api.ask('POST /api/signer/sign', { key: token, body: { values: [] } }),
      () => api.ask('POST /api/signer/decline', { key: token, body: {} }),
    ];
    for (const call of calls) expectInvalidState(await call(), 'in_progress', 'expired');
    await sweep(api.services);
    for (const call of calls) expectInvalidState(await call(), 'expired');
    expect((await actionsOf(api, key, id)).slice(3)).toEqual([
      'envelope.expiry_extended',
      'envelope.expired',
    ]);
  });

  it('invalidates the links', async () => {
    const { graph } = await sent(later(api, HOUR_MS));
    const token = await tokenOf(api, graph, ALICE.email);
    pass(api, HOUR_MS);
    const { displayName, senderName } = graph.envelope;
    for (const path of ['/api/signer/envelope', '/api/signer/document'])
      expectError(await api.call('GET', path, { key: token }), 'unauthorized', {
        ...{ reason: 'link_expired', over: true, displayName, senderName },
      });
  });

  it('skips envelopes that were signed, voided or extended before', async () => {
    const [signed, voided, extended] = await Promise.all([1, 2, 3].map(() => sent(later(api, HOUR_MS))));
    if (signed === undefined || voided === undefined || extended === undefined) throw new Error('three');
    await signAs(api, signed.graph, ALICE);
    await signAs(api, signed.graph, BOB);
    await api.ask('POST /api/v1/envelopes/{id}/void', {
      key: voided.key,
      path: { id: voided.id },
      body: { expectedVersion: 3 },
    });
    expect((await extended.extend(3, later(api, 2 * HOUR_MS))).status).toBe(200);
    pass(api, HOUR_MS);
    await sweep(api.services);
    for (const { times } of [signed, voided, extended]) expect(await times('envelope.expired')).toBe(0);
    pass(api, HOUR_MS);
    await sweep(api.services);
    expect(await extended.times('envelope.expired')).toBe(1);
  });

  it('never happens together with the last signature', async () => {
    for (let round = 0; round < 4; round++) {
      const own = await sent(later(api, HOUR_MS), { participants: [ALICE], fields: [], detect: false });
      const token = await tokenOf(api, own.graph, ALICE.email);
      pass(api, HOUR_MS - 1);
      const sign = api.ask('POST /api/signer/sign', { key: token, body: { values: [] } });
      pass(api, 1);
      const [answer] = await Promise.all([sign, sweep(api.services)]);
      const status = (await listed(api, own.key, own.id)).status;
      expect(status).toBe(answer.status === 200 ? 'completed' : 'expired');
    }
  });
});
