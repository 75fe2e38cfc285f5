import { describe, expect, it } from 'vitest';
import { LIMITS } from '#domain/limits.ts';
import { expectError, expectInvalidState } from '../../support/answers.ts';
import { useApi } from '../../support/api.ts';
import { ALICE, BOB, createDraft, mailTo, sendDraft, SIGNATURE } from '../../support/envelopes.ts';
import { raceRecall } from '../../support/recall-race.ts';
import { expectGraph } from '../../support/shapes.ts';
import { signAs, tokenOf } from '../../support/signer.ts';
import { actionsOf, eventsOf, jobsDone } from '../../support/traces.ts';

const api = useApi({ work: true });
const idle = useApi();
const recall = (key: string, id: string, expectedVersion: number) =>
  api.ask('POST /api/v1/envelopes/{id}/recall', { key, path: { id }, body: { expectedVersion } });
const sendAgain = (key: string, id: string, expectedVersion: number) =>
  api.ask('POST /api/v1/envelopes/{id}/send', { key, path: { id }, body: { expectedVersion } });

async function sent(extra: Record<string, unknown> = {}) {
  const tenant = await api.tenant();
  const graph = await sendDraft(api, tenant.apiKey, extra);
  return { ...tenant, key: tenant.apiKey, graph, id: graph.envelope.id as string };
}

describe('a recalled envelope', () => {
  it('is a draft again, without what happened with its links, and tells who had one', async () => {
    const { key, graph, id, organizationId } = await sent({ detect: false });
    const { token } = await mailTo(api, organizationId, ALICE.email, 'Olga Owner has asked you');
    expect((await api.ask('GET /api/signer/envelope', { key: token })).status).toBe(200);
    const answer = await recall(key, id, 3);
    expect(answer.status).toBe(200);
    expectGraph(answer.json);
    expect(answer.json.envelope).toMatchObject({ status: 'draft', sentAt: null, version: 4 });
    expect(answer.json.participants[0]).toMatchObject({ lastViewedAt: null, consentedAt: null });
    expect(answer.json.fields).toEqual(graph.fields);
    expect((await eventsOf(api, key, id)).at(-1)).toMatchObject({
      action: 'envelope.recalled',
      payload: { recipients: [{ participantId: graph.participants[0].id, email: ALICE.email }] },
    });
    const mail = await mailTo(api, organizationId, ALICE.email, 'Recalled: “Agreement”');
    expect(mail.text).toContain('Olga Owner has taken Agreement back to make changes.');
    expect(mail.token).toBe('');
    await jobsDone(api, id);
    expect(await api.mails(organizationId, 2)).toHaveLength(2);
    for (const path of ['invitation', 'envelope', 'document'])
      expectError(await api.call('GET', `/api/signer/${path}`, { key: token }), 'unauthorized', {
        reason: 'link_replaced',
        recalled: true,
      });
  });

  it('can be changed, sent and signed again; the old link stays dead', async () => {
    const { key, graph, id } = await sent({ policy: { consumerDisclosure: true } });
    const old = await tokenOf(api, graph, ALICE.email);
    await api.ask('POST /api/signer/consent', { key: old, body: { accepted: true } });
    expect((await recall(key, id, 3)).status).toBe(200);
    const renamed = { displayName: 'Better', message: { body: 'Now with the right price.' } };
    expect(
      (await api.ask('PUT /api/v1/envelopes/{id}/draft', { key, path: { id }, body: renamed })).status,
    ).toBe(200);
    const again = (await sendAgain(key, id, 5)).json;
    expect(again.envelope).toMatchObject({ status: 'in_progress', displayName: 'Better', version: 7 });
    expectError(await api.ask('GET /api/signer/envelope', { key: old }), 'unauthorized', {
      reason: 'link_replaced',
    });
    // Consent to the recalled version doesn't count.
    expectInvalidState(await signAs(api, again, ALICE), 'in_progress', 'consent_required');
    for (const who of [ALICE, BOB]) {
      const link = await tokenOf(api, again, who.email);
      await api.ask('POST /api/signer/consent', { key: link, body: { accepted: true } });
      expect((await signAs(api, again, who)).status).toBe(200);
    }
    await api.until('the seal', async () => (await actionsOf(api, key, id)).includes('envelope.sealed'));
  });

  it('can have other participants, and those of before are still told', async () => {
    const { key, id, organizationId } = await sent();
    await mailTo(api, organizationId, ALICE.email, 'Olga Owner has asked you');
    await recall(key, id, 3);
    const body = { participants: [BOB], fields: [{ ...SIGNATURE, participantIndex: 0 }] };
    await api.ask('PUT /api/v1/envelopes/{id}/draft', { key, path: { id }, body });
    expect((await sendAgain(key, id, 5)).status).toBe(200);
    await mailTo(api, organizationId, ALICE.email, 'Recalled: “Agreement”');
    await mailTo(api, organizationId, BOB.email, 'Olga Owner has asked you');
  });

  it('says to the holder of a link from before that there is a newer one, which goes to the same address only', async () => {
    const { key, graph, id } = await sent({
      participants: [ALICE, BOB].map((one) => ({ ...one, orderIndex: 0 })),
    });
    const [alice = '', bob = ''] = await Promise.all(
      [ALICE, BOB].map(({ email }) => tokenOf(api, graph, email)),
    );
    const back = (await recall(key, id, graph.envelope.version)).json;
    const carol = { ...BOB, name: 'Carol', email: 'carol@example.com' };
    const body = {
      participants: [{ ...ALICE, email: ALICE.email.toUpperCase() }, carol],
      fields: [
        { ...SIGNATURE, participantIndex: 0 },
        { ...SIGNATURE, participantIndex: 1 },
      ],
    };
    const edited = (await api.ask('PUT /api/v1/envelopes/{id}/draft', { key, path: { id }, body })).json;
    expect([back, edited].map(({ envelope }) => envelope.status)).toEqual(['draft', 'draft']);
    for (const token of [alice, bob])
      expectError(await api.ask('GET /api/signer/invitation', { key: token }), 'unauthorized', {
        reason: 'link_replaced',
        recalled: true,
      });
    const again = (await sendAgain(key, id, edited.envelope.version)).json;
    expectError(await api.ask('GET /api/signer/envelope', { key: alice }), 'unauthorized', {
      reason: 'link_replaced',
    });
    await jobsDone(api, id);
    api.clock.now = new Date(api.clock.now.getTime() + LIMITS.reminderWindowMs);
    for (const token of [alice, bob])
      expect((await api.ask('POST /api/signer/new-link', { key: token, body: {} })).status).toBe(200);
    const renewed = (await eventsOf(api, key, id)).filter(
      ({ action }) => action === 'participant.link_reissued',
    );
    const { id: participantId } = again.participants.find(({ name }) => name === ALICE.name) ?? { id: '' };
    expect(renewed).toMatchObject([
      { payload: { participantId }, actorType: 'signer', actorId: participantId },
    ]);
  });

  it('is voided without another email', async () => {
    const { key, id, organizationId } = await sent();
    await mailTo(api, organizationId, ALICE.email, 'Olga Owner has asked you');
    await recall(key, id, 3);
    await api.ask('POST /api/v1/envelopes/{id}/void', { key, path: { id }, body: { expectedVersion: 4 } });
    await jobsDone(api, id);
    expect((await api.mails(organizationId, 2)).map(({ subject }) => subject.split(':')[0])).not.toContain(
      'Voided',
    );
  });
});

describe('409', () => {
  it('to a draft, another version and one that someone has signed', async () => {
    const { apiKey: key } = await api.tenant();
    const { envelope } = (await createDraft(api, key, { detect: false })).json;
    expectInvalidState(await recall(key, envelope.id, 1), 'draft');
    const other = await sent();
    expectError(await recall(other.key, other.id, 2), 'version_conflict', { currentVersion: 3 });
    await signAs(api, other.graph, ALICE);
    expectInvalidState(await recall(other.key, other.id, 5), 'in_progress', 'already_signed');
  });

  it.each([true, false])(
    'to whichever comes second, the recall or the first signature (%s)',
    async (signsFirst) => {
      const { apiKey } = await idle.tenant();
      for (let round = 0; round < 5; round++) await raceRecall(idle, apiKey, signsFirst);
    },
  );
});
