import { describe, expect, it } from 'vitest';
import { CONSUMER_DISCLOSURE, getDisclosureText } from '#domain/disclosure.ts';
import { computeSha256Hex } from '#server/crypto/hash.ts';
import { expectError, expectInvalidState, expectIssues } from '../../support/answers.ts';
import { useApi } from '../../support/api.ts';
import { ALICE, BOB, sendDraft } from '../../support/envelopes.ts';
import { signAs, tokenOf, type WireGraph } from '../../support/signer.ts';
import { eventsOf } from '../../support/traces.ts';

const api = useApi();
const path = '/api/signer/consent';
const call = { body: { accepted: true } };

async function sent(extra: Record<string, unknown> = { policy: { consumerDisclosure: true } }) {
  const tenant = await api.tenant();
  const graph = (await sendDraft(api, tenant.apiKey, extra)) as WireGraph;
  return { key: tenant.apiKey, graph, id: graph.envelope.id };
}
const consent = async (graph: WireGraph, email = ALICE.email) =>
  await api.call('POST', path, { ...call, key: await tokenOf(api, graph, email) });

describe('200', () => {
  it('logs which text was accepted, when and from where, without changing the version', async () => {
    const { graph, key, id } = await sent();
    const answer = await consent(graph);
    expect([answer.status, answer.json]).toEqual([200, { status: 'in_progress' }]);
    expect((await eventsOf(api, key, id)).at(-1)).toMatchObject({
      action: 'participant.consented',
      actorType: 'signer',
      ipAddress: '192.0.2.7',
      payload: {
        participantId: graph.participants[0]?.id,
        disclosureVersion: CONSUMER_DISCLOSURE.version,
        disclosureLocale: 'en',
        disclosureHash: computeSha256Hex(getDisclosureText()),
      },
    });
    const read = (await api.ask('GET /api/v1/envelopes/{id}', { key, path: { id } })).json;
    expect(read.envelope.version).toBe(3);
    expect(read.participants[0].consentedAt).toBe(api.clock.now.toISOString());
  });

  it('changes nothing when repeated, also at once', async () => {
    const { graph, key, id } = await sent();
    const answers = await Promise.all([1, 2, 3, 4].map(() => consent(graph)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await eventsOf(api, key, id)).toHaveLength(4);
  });

  it('is required before signing', async () => {
    const { graph } = await sent();
    expectInvalidState(await signAs(api, graph, ALICE), 'in_progress', 'consent_required');
    await consent(graph);
    expect((await signAs(api, graph, ALICE)).status).toBe(200);
    expectInvalidState(await signAs(api, graph, BOB), 'in_progress', 'consent_required');
  });
});

describe('403', () => {
  it('before the signer’s turn', async () => {
    const { graph } = await sent();
    expectError(await consent(graph, BOB.email), 'not_your_turn');
  });
});

describe('409', () => {
  it('once the envelope has ended', async () => {
    const { graph, key, id } = await sent();
    await api.ask('POST /api/v1/envelopes/{id}/void', { key, path: { id }, body: { expectedVersion: 3 } });
    expectInvalidState(await consent(graph), 'voided');
  });
});

describe('422', () => {
  it('to anything but acceptance', async () => {
    const { graph } = await sent();
    const key = await tokenOf(api, graph, ALICE.email);
    for (const body of [{}, { accepted: false }, { accepted: 'true' }])
      expectIssues(await api.call('POST', path, { key, body }), ['/accepted']);
    expectIssues(await api.call('POST', path, { key, body: { accepted: true, version: '1' } }), ['/version']);
  });
});
