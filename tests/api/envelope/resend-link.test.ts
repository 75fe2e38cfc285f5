import { describe, expect, it } from 'vitest';
import { readSignerToken } from '#server/crypto/signer-token.ts';
import { expectError, expectInvalidState, expectIssues } from '../../support/answers.ts';
import { useApi } from '../../support/api.ts';
import { ALICE, BOB, createDraft, mailTo, sendDraft } from '../../support/envelopes.ts';
import { DAY_MS, HOUR_MS, later, pass } from '../../support/moments.ts';
import { expectGraph } from '../../support/shapes.ts';
import { signAs, tokenOf } from '../../support/signer.ts';
import { actionsOf, eventsOf, jobsDone, jobsOf } from '../../support/traces.ts';

const api = useApi({ work: true });
const path = (id: string, participantId = 'part_01h455vb4pex5vsknk084sn02q') =>
  `/api/v1/envelopes/${id}/participants/${participantId}/resend-link`;
const resend = (key: string, id: string, participantId: string, expectedVersion: number) =>
  api.ask('POST /api/v1/envelopes/{id}/participants/{participantId}/resend-link', {
    key,
    path: { id, participantId },
    body: { expectedVersion },
  });
const view = (key: string) => api.ask('GET /api/signer/envelope', { key });

async function sent(extra: Record<string, unknown> = {}) {
  const { apiKey: key, organizationId } = await api.tenant();
  const graph = await sendDraft(api, key, extra);
  const [alice, bob] = graph.participants.map((one: { id: string }) => one.id) as [string, string];
  return { key, organizationId, graph, id: graph.envelope.id as string, alice, bob };
}

describe('200', () => {
  it('emails a new link, which its response does not contain, and invalidates the old ones', async () => {
    const { key, organizationId, id, alice } = await sent();
    const old = await mailTo(api, organizationId, ALICE.email, 'Olga Owner has asked');
    expect((await view(old.token)).status).toBe(200);
    const answer = await resend(key, id, alice, 3);
    expect(answer.status).toBe(200);
    expectGraph(answer.json);
    expect(answer.json.envelope).toMatchObject({ status: 'in_progress', version: 4 });

    const fresh = await mailTo(api, organizationId, ALICE.email, 'Your new link');
    expect(readSignerToken(fresh.token, api.services.config.secretKeys)).toMatchObject({
      env: id,
      part: alice,
      epoch: 2,
      purpose: 'sign',
    });
    for (const secret of [old.token, fresh.token, '#token'])
      expect(answer.bytes.toString()).not.toContain(secret);
    for (const call of [
      () => view(old.token),
      () => api.ask('GET /api/signer/invitation', { key: old.token }),
      () => api.ask('GET /api/signer/document', { key: old.token }),
      () => api.ask('POST /api/signer/sign', { key: old.token, body: { values: [] } }),
      () => api.ask('POST /api/signer/decline', { key: old.token, body: {} }),
    ])
      expectError(await call(), 'unauthorized', { reason: 'link_replaced' });
    const opened = await view(fresh.token);
    expect(opened.json).toMatchObject({ isMyTurn: true });

    expect((await eventsOf(api, key, id)).filter(({ action }) => action.includes('link'))).toMatchObject([
      { action: 'participant.link_issued', payload: { participantId: alice, epoch: 1 } },
      {
        action: 'participant.link_reissued',
        actorType: 'api_key',
        payload: { participantId: alice, epoch: 2, email: ALICE.email },
      },
    ]);
    const data = { organizationId, envelopeId: id, participantId: alice };
    expect(await jobsOf(api, id)).toContainEqual({ name: 'svc/participant.link_reissued', data });
  });

  it('can go to later signers, who may look but not sign', async () => {
    const { key, organizationId, id, bob } = await sent();
    expect((await resend(key, id, bob, 3)).status).toBe(200);
    const { token } = await mailTo(api, organizationId, BOB.email, 'Your new link');
    const opened = await view(token);
    expect(opened.json).toMatchObject({ isMyTurn: false, fields: [], documentUrl: null });
    expectError(
      await api.ask('POST /api/signer/sign', { key: token, body: { values: [] } }),
      'not_your_turn',
    );
  });

  it('never emails a link that was replaced meanwhile', async () => {
    const { key, organizationId, id, alice } = await sent();
    for (let version = 3; version < 8; version++)
      expect((await resend(key, id, alice, version)).status).toBe(200);
    await jobsDone(api, id);
    const mails = await api.mails(organizationId, 1);
    const tokens = mails.map(({ text }) => /#token=([A-Za-z0-9_.-]+)/.exec(text)?.[1] ?? '');
    const answers = await Promise.all(tokens.map(view));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(tokens).size).toBe(tokens.length);
  });

  it('makes the new link valid as long as the envelope', async () => {
    const expiresAt = later(api, 9 * DAY_MS);
    const { key, organizationId, id, alice } = await sent({ policy: { expiresAt } });
    pass(api, DAY_MS);
    expect((await resend(key, id, alice, 3)).status).toBe(200);
    const { token } = await mailTo(api, organizationId, ALICE.email, 'Your new link');
    expect(readSignerToken(token, api.services.config.secretKeys)?.exp).toBe(
      Math.floor(Date.parse(expiresAt) / 1000),
    );
  });
});

describe('404', () => {
  it.each([
    ['of nobody', 'part_01h455vb4pex5vsknk084sn02q'],
    ['of a wrong kind', 'env_01h455vb4pex5vsknk084sn02q'],
    ['of no form at all', 'x'],
    ['with a NUL', 'part_%00'],
  ])('for a participant %s', async (_name, participantId) => {
    const { key, id } = await sent();
    expectError(await resend(key, id, participantId, 3), 'not_found');
    expect(await actionsOf(api, key, id)).toHaveLength(3);
  });

  it('for a participant of another envelope, even in the same organization', async () => {
    const own = await sent();
    const foreign = await sent();
    const beside = await sendDraft(api, own.key);
    for (const participantId of [foreign.alice, beside.participants[0].id])
      expectError(await resend(own.key, own.id, participantId, 3), 'not_found');
  });
});

describe('409', () => {
  it('for an outdated version, with the current one', async () => {
    const { key, id, alice } = await sent();
    expectError(await resend(key, id, alice, 4), 'version_conflict', { currentVersion: 3 });
  });

  it('for a draft, and for an envelope that has ended', async () => {
    const { key, graph, id, alice } = await sent();
    const draft = (await createDraft(api, key)).json;
    expectInvalidState(await resend(key, draft.envelope.id, draft.participants[0].id, 1), 'draft');
    await api.ask('POST /api/signer/decline', { key: await tokenOf(api, graph, ALICE.email), body: {} });
    expectInvalidState(await resend(key, id, alice, 5), 'declined');
  });

  it('after signing, with a reason', async () => {
    const { key, graph, id, alice } = await sent();
    expect((await signAs(api, graph, ALICE)).status).toBe(200);
    expectError(await resend(key, id, alice, 5), 'invalid_state', {
      status: 'in_progress',
      participantStatus: 'signed',
    });
  });

  it('after expiry, even before a job has run', async () => {
    const { key, id, alice } = await sent({ policy: { expiresAt: later(api, HOUR_MS) } });
    pass(api, HOUR_MS);
    expectInvalidState(await resend(key, id, alice, 3), 'in_progress', 'expired');
  });

  it('for all but one of ten concurrent calls', async () => {
    const { key, id, alice } = await sent();
    const answers = await Promise.all(Array.from({ length: 10 }, () => resend(key, id, alice, 3)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
    expect(await actionsOf(api, key, id)).toHaveLength(4);
  });
});

describe('422', () => {
  it.each([[{}], [{ expectedVersion: 0 }], [{ expectedVersion: '3' }]])('for the body %j', async (body) => {
    const { key, id, alice } = await sent();
    expectIssues(await api.call('POST', path(id, alice), { key, body }), ['/expectedVersion']);
  });
});
