import { describe, expect, it } from 'vitest';
import { expectError, expectInvalidState, expectIssues } from '../../support/answers.ts';
import { useApi } from '../../support/api.ts';
import type { BodyOf } from '../../support/ask.ts';
import { ALICE, BOB, sendDraft } from '../../support/envelopes.ts';
import { signAs, tokenOf, type WireGraph } from '../../support/signer.ts';
import { eventsOf, jobsOf } from '../../support/traces.ts';

const api = useApi();
const path = '/api/signer/decline';

async function sent() {
  const tenant = await api.tenant();
  const graph = (await sendDraft(api, tenant.apiKey)) as WireGraph;
  return { key: tenant.apiKey, organizationId: tenant.organizationId, graph, id: graph.envelope.id };
}
const decline = async (graph: WireGraph, email: string, body: BodyOf<'POST /api/signer/decline'> = {}) =>
  await api.ask('POST /api/signer/decline', { key: await tokenOf(api, graph, email), body });
const told = async (id: string) =>
  (await jobsOf(api, id))
    .filter(({ name }) => name === 'svc/envelope.declined')
    .map(({ data }) => data['recipient']);

describe('200', () => {
  it('ends the envelope and keeps the cleaned reason', async () => {
    const { graph, key, id } = await sent();
    const reason = ' The price\u0000'.replace('\u0000', '\u0007') + '\u202E is wrong ';
    const answer = await decline(graph, ALICE.email, { reason });
    expect([answer.status, answer.json]).toEqual([200, { status: 'declined' }]);
    const now = api.clock.now.toISOString();
    const read = (await api.ask('GET /api/v1/envelopes/{id}', { key, path: { id } })).json;
    expect(read.envelope).toMatchObject({ status: 'declined', declinedAt: now, version: 5 });
    expect(read.participants).toMatchObject([
      {
        status: 'declined',
        declinedAt: now,
        declineReason: 'The price is wrong',
        lastIpAddress: '192.0.2.7',
      },
      { status: 'pending' },
    ]);
    const participantId = graph.participants[0]?.id;
    expect((await eventsOf(api, key, id)).slice(3)).toMatchObject([
      {
        action: 'participant.declined',
        actorType: 'signer',
        actorId: participantId,
        ipAddress: '192.0.2.7',
        payload: { participantId, reason: 'The price is wrong' },
      },
      { action: 'envelope.declined', payload: { participantId } },
    ]);
    expect(await told(id)).toEqual(['sender']);
  });

  it('removes unsupported characters, and limits the rest', async () => {
    const { graph, key, id } = await sent();
    const reason = `a\u0000b\uD800${'\u0007\u202E'.repeat(500)}c`;
    expect((await decline(graph, ALICE.email, { reason })).status).toBe(200);
    const read = (await api.ask('GET /api/v1/envelopes/{id}', { key, path: { id } })).json;
    expect(read.participants[0].declineReason).toBe('ab\uFFFDc');
  });

  it('tells those who have signed as well', async () => {
    const { graph, id } = await sent();
    await signAs(api, graph, ALICE);
    await decline(graph, BOB.email);
    expect((await told(id)).sort()).toEqual([graph.participants[0]?.id, 'sender'].sort());
  });

  it('requires no reason and no body', async () => {
    const { graph, key, id } = await sent();
    const token = await tokenOf(api, graph, ALICE.email);
    expect((await api.ask('POST /api/signer/decline', { key: token })).status).toBe(200);
    expect(
      (await api.ask('GET /api/v1/envelopes/{id}', { key, path: { id } })).json.participants[0].declineReason,
    ).toBeNull();
  });

  it('takes a reason of 500 characters', async () => {
    const { graph } = await sent();
    expect((await decline(graph, ALICE.email, { reason: 'x'.repeat(500) })).status).toBe(200);
  });
});

describe('403', () => {
  it('before the signer’s turn', async () => {
    const { graph, key, id } = await sent();
    expectError(await decline(graph, BOB.email), 'not_your_turn');
    expect(await eventsOf(api, key, id)).toHaveLength(3);
  });

  it('after signing', async () => {
    const { graph } = await sent();
    await signAs(api, graph, ALICE);
    expectError(await decline(graph, ALICE.email), 'not_your_turn');
  });
});

describe('409', () => {
  it('when repeated, also at once', async () => {
    const { graph, key, id } = await sent();
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => decline(graph, ALICE.email)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    expectInvalidState(await decline(graph, ALICE.email), 'declined');
    expect(await eventsOf(api, key, id)).toHaveLength(5);
  });

  it('to signing afterwards', async () => {
    const { graph } = await sent();
    await decline(graph, ALICE.email);
    expectInvalidState(await signAs(api, graph, ALICE), 'declined');
    expectInvalidState(await signAs(api, graph, BOB), 'declined');
  });
});

describe('422', () => {
  it('to a reason that is too long or not a string, and to anything else', async () => {
    const { graph } = await sent();
    const key = await tokenOf(api, graph, ALICE.email);
    expectIssues(await decline(graph, ALICE.email, { reason: 'x'.repeat(501) }), ['/reason']);
    expectIssues(await api.call('POST', path, { key, body: { reason: 1 } }), ['/reason']);
    expectIssues(await api.call('POST', path, { key, body: { why: '' } }), ['/why']);
  });
});
