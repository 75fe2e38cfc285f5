import { describe, expect, it } from 'vitest';
import { readSignerToken } from '#server/crypto/signer-token.ts';
import { expectError, expectInvalidState, expectIssues } from '../../support/answers.ts';
import { useApi } from '../../support/api.ts';
import { ALICE, BOB, createDraft, listed, mailTo, sendDraft } from '../../support/envelopes.ts';
import { HOUR_MS, later, pass } from '../../support/moments.ts';
import { callDashboard, refusalIn, sessionOf } from '../../support/session.ts';
import { expectGraph } from '../../support/shapes.ts';
import { signAs, tokenOf } from '../../support/signer.ts';
import { actionsOf, eventsOf, jobsDone, jobsOf } from '../../support/traces.ts';

const api = useApi({ work: true });
const path = (id: string, participantId = 'part_01h455vb4pex5vsknk084sn02q') =>
  `/api/v1/envelopes/${id}/participants/${participantId}`;
const correct = (key: string, id: string, participantId: string, body: Record<string, unknown>) =>
  api.ask('PATCH /api/v1/envelopes/{id}/participants/{participantId}', {
    key,
    path: { id, participantId },
    body: { expectedVersion: 3, ...body },
  });
const NEW = { name: 'Alicia', email: 'alicia@example.com' };

async function sent(extra: Record<string, unknown> = {}) {
  const { apiKey: key, organizationId } = await api.tenant();
  const graph = await sendDraft(api, key, extra);
  const [alice, bob] = graph.participants.map((one: { id: string }) => one.id) as [string, string];
  return { key, organizationId, graph, id: graph.envelope.id as string, alice, bob };
}

describe('200', () => {
  it('emails a new link to the corrected address, invalidates the old one, and updates the search', async () => {
    const { key, organizationId, id, alice, graph } = await sent();
    const old = await mailTo(api, organizationId, ALICE.email, 'Olga Owner has asked');
    const answer = await correct(key, id, alice, NEW);
    expect(answer.status).toBe(200);
    expectGraph(answer.json);
    expect(answer.json.envelope).toMatchObject({ status: 'in_progress', version: 4 });
    expect(answer.json.participants[0]).toMatchObject({ ...NEW, id: alice, company: ALICE.company });
    expect(answer.json.fields).toEqual(graph.fields);

    const fresh = await mailTo(api, organizationId, NEW.email, 'Olga Owner has asked');
    expect(readSignerToken(fresh.token, api.services.config.secretKeys)).toMatchObject({
      part: alice,
      epoch: 2,
    });
    expect(answer.bytes.toString()).not.toContain(fresh.token);
    expectError(await api.ask('GET /api/signer/envelope', { key: old.token }), 'unauthorized', {
      reason: 'link_replaced',
    });
    const opened = await api.ask('GET /api/signer/envelope', { key: fresh.token });
    expect(opened.json.me).toMatchObject(NEW);

    expect(await eventsOf(api, key, id)).toMatchObject([
      {},
      {},
      {},
      {
        action: 'participant.corrected',
        actorType: 'api_key',
        payload: {
          participantId: alice,
          epoch: 2,
          before: { name: ALICE.name, email: ALICE.email },
          after: NEW,
        },
      },
      { action: 'participant.viewed' },
    ]);
    const data = { organizationId, envelopeId: id, participantId: alice, isFirstRequest: true };
    expect(await jobsOf(api, id)).toContainEqual({ name: 'svc/participant.link_reissued', data });
    const find = async (recipient: string) =>
      (await api.ask('GET /api/v1/envelopes', { key, query: { recipient } })).json.items.length;
    expect([await find('alicia@'), await find('alice@')]).toEqual([1, 0]);
  });

  it('emails in the corrected language', async () => {
    const { key, organizationId, id, alice } = await sent();
    const answer = await correct(key, id, alice, { ...NEW, language: 'de' });
    expect(answer.json.participants[0]).toMatchObject({ ...NEW, language: 'de' });
    await mailTo(api, organizationId, NEW.email, 'Olga Owner bittet Sie');
    const refused = await correct(key, id, alice, { expectedVersion: 4, language: 'tlh' });
    expectIssues(refused, ['/language']);
  });

  it('lets the corrected person sign, under the corrected name', async () => {
    const { key, id, alice, graph } = await sent();
    await correct(key, id, alice, { name: 'Alicia' });
    expect((await signAs(api, graph, { ...ALICE, name: 'Alicia' })).status).toBe(200);
    expect((await listed(api, key, id)).signers[0]).toMatchObject({ name: 'Alicia', status: 'signed' });
  });

  it('emails later signers only when it is their turn', async () => {
    const { key, organizationId, id, bob, graph } = await sent();
    const email = 'robert@example.com';
    const answer = await correct(key, id, bob, { email });
    expect(answer.json.participants[1]).toMatchObject({ name: BOB.name, email });
    expect((await eventsOf(api, key, id)).at(-1)).toMatchObject({ payload: { epoch: null } });
    await jobsDone(api, id);
    expect((await api.mails(organizationId, 1)).map(({ recipient }) => recipient)).not.toContain(email);
    await signAs(api, graph, ALICE);
    await mailTo(api, organizationId, email, 'It’s your turn to sign');
  });

  it('changes nothing without a difference', async () => {
    const { key, id, alice, graph } = await sent();
    const answer = await correct(key, id, alice, { name: ALICE.name, email: ALICE.email });
    expect([answer.status, answer.json]).toEqual([200, graph]);
    expect(await actionsOf(api, key, id)).toHaveLength(3);
  });

  it('is available to members in the dashboard, not to viewers', async () => {
    const { organizationId, id, alice } = await sent();
    const input = { id, participantId: alice, expectedVersion: 3, ...NEW };
    const cookie = await sessionOf(api, organizationId, 'viewer');
    const refused = await callDashboard(api, 'mutation', 'envelope.correctParticipant', { cookie, input });
    expect(refusalIn(refused)).toMatchObject({ code: 'forbidden' });
    const member = { cookie: await sessionOf(api, organizationId, 'member'), input };
    const answer = await callDashboard(api, 'mutation', 'envelope.correctParticipant', member);
    expect(answer.json.result.data.participants[0]).toMatchObject(NEW);
  });
});

describe('404', () => {
  it('for a participant of another envelope, or an unknown one', async () => {
    const own = await sent();
    const beside = await sendDraft(api, own.key);
    for (const participantId of [(await sent()).alice, beside.participants[0].id, 'part_none', 'x'])
      expectError(await correct(own.key, own.id, participantId, NEW), 'not_found');
    expect(await actionsOf(api, own.key, own.id)).toHaveLength(3);
  });
});

describe('409', () => {
  it('for an outdated version, with the current one', async () => {
    const { key, id, alice } = await sent();
    const answer = await correct(key, id, alice, { ...NEW, expectedVersion: 4 });
    expectError(answer, 'version_conflict', { currentVersion: 3 });
  });

  it('for a draft, and for an envelope that has ended', async () => {
    const { key, graph, id, alice } = await sent();
    const draft = (await createDraft(api, key)).json;
    const early = { ...NEW, expectedVersion: 1 };
    expectInvalidState(await correct(key, draft.envelope.id, draft.participants[0].id, early), 'draft');
    await api.ask('POST /api/signer/decline', { key: await tokenOf(api, graph, ALICE.email), body: {} });
    expectInvalidState(await correct(key, id, alice, { ...NEW, expectedVersion: 5 }), 'declined');
  });

  it('after signing, with a reason', async () => {
    const { key, graph, id, alice } = await sent();
    await signAs(api, graph, ALICE);
    expectError(await correct(key, id, alice, { ...NEW, expectedVersion: 5 }), 'invalid_state', {
      status: 'in_progress',
      participantStatus: 'signed',
    });
  });

  it('after expiry, even before a job has run', async () => {
    const { key, id, alice } = await sent({ policy: { expiresAt: later(api, HOUR_MS) } });
    pass(api, HOUR_MS);
    expectInvalidState(await correct(key, id, alice, NEW), 'in_progress', 'expired');
  });

  it('for all but one of ten concurrent calls', async () => {
    const { key, id, alice } = await sent();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) => correct(key, id, alice, { email: `alice${i}@example.com` })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
    expect(await actionsOf(api, key, id)).toHaveLength(4);
  });
});

describe('422', () => {
  it.each([
    [{ expectedVersion: 0, name: 'A' }, ['/expectedVersion']],
    [{ expectedVersion: 3 }, ['']],
    [{ expectedVersion: 3, name: '  ' }, ['/name']],
    [{ expectedVersion: 3, email: 'nobody' }, ['/email']],
    [{ expectedVersion: 3, email: null }, ['/email']],
    [{ expectedVersion: 3, name: 'A', company: 'B' }, ['/company']],
  ])('for the body %j', async (body, paths) => {
    const { key, id, alice } = await sent();
    expectIssues(await api.call('PATCH', path(id, alice), { key, body }), paths);
    expect(await actionsOf(api, key, id)).toHaveLength(3);
  });
});
