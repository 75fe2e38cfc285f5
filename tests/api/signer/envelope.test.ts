import { describe, expect, it } from 'vitest';
import { sealEnvelope } from '#server/jobs/seal-envelope.ts';
import { computeSha256Hex } from '#server/crypto/hash.ts';
import { useApi } from '../../support/api.ts';
import { ALICE, BOB, sendDraft, SIGNATURE } from '../../support/envelopes.ts';
import { expectKeys } from '../../support/shapes.ts';
import { signAs, tokenOf, type WireGraph } from '../../support/signer.ts';
import { eventsOf } from '../../support/traces.ts';

const api = useApi();
const MINUTE = 60_000;
const pass = (milliseconds: number) => (api.clock.now = new Date(api.clock.now.getTime() + milliseconds));

async function sent(extra: Record<string, unknown> = {}) {
  const tenant = await api.tenant();
  const graph = (await sendDraft(api, tenant.apiKey, extra)) as WireGraph;
  return { ...tenant, key: tenant.apiKey, graph, id: graph.envelope.id };
}
const open = async (graph: WireGraph, email: string) =>
  await api.ask('GET /api/signer/envelope', { key: await tokenOf(api, graph, email) });

/** What a signer must never see of another participant. */
function expectNothingOf(text: string, graph: WireGraph, email: string): void {
  const other = graph.participants.find((one) => one.email === email);
  if (other === undefined) throw new Error('nobody');
  const fields = graph.fields.filter(({ participantId }) => participantId === other.id);
  expect(fields.length).toBeGreaterThan(0);
  for (const secret of [other.id, other['name'], other.email, ...fields.map(({ id }) => id)])
    expect(text).not.toContain(secret);
}

describe('200', () => {
  it('shows the current signer their own fields and the document’s URL', async () => {
    const { graph, id } = await sent();
    const answer = await open(graph, ALICE.email);
    expect(answer.status).toBe(200);
    const view = answer.json;
    expectKeys(view, 'signerView');
    expectKeys(view.envelope, 'signerEnvelope');
    expectKeys(view.me, 'participant', ['lastIpAddress', 'lastUserAgent']);
    expect(Object.keys(view.me)).not.toContain('lastIpAddress');
    expect(Object.keys(view.me)).not.toContain('lastUserAgent');
    for (const field of view.fields) {
      expectKeys(field, 'field', ['proposedAutoSource']);
      expect(Object.keys(field)).not.toContain('proposedAutoSource');
    }
    expect(view).toMatchObject({
      envelope: { id, status: 'in_progress', version: 3, displayName: 'Agreement' },
      me: { ...ALICE, status: 'pending' },
      participants: [
        { orderIndex: 0, status: 'pending' },
        { orderIndex: 1, status: 'pending' },
      ],
      fields: [
        { type: 'signature', displayLabel: 'Signature' },
        { type: 'text', label: 'Place', displayLabel: 'Place' },
      ],
      completedFields: [],
      isMyTurn: true,
      senderName: 'Olga Owner',
      disclosure: null,
    });
    const { x, y, width, height, page } = SIGNATURE;
    expect(view.openFields).toContainEqual({ page, x: x + 0.5, y, width, height, person: 1 });
    for (const other of view.participants)
      expect(Object.keys(other).sort()).toEqual(['orderIndex', 'status']);
    expectNothingOf(answer.bytes.toString(), graph, BOB.email);
  });

  it('returns a document URL that works without other credentials', async () => {
    const { graph } = await sent();
    const { documentUrl, envelope } = (await open(graph, ALICE.email)).json;
    const document = await api.call('GET', documentUrl ?? '');
    expect(computeSha256Hex(document.bytes)).toBe(envelope.documentHash);
    pass(5 * MINUTE);
    expect((await api.call('GET', documentUrl ?? '')).status).toBe(401);
  });

  it('shows later signers no fields and no document', async () => {
    const { graph } = await sent();
    const answer = await open(graph, BOB.email);
    expect(answer.json).toMatchObject({
      isMyTurn: false,
      fields: [],
      completedFields: [],
      documentUrl: null,
      me: BOB,
    });
    expectNothingOf(answer.bytes.toString(), graph, ALICE.email);
  });

  it('shows signers their answers after signing, and no document until it is sealed', async () => {
    const { graph, id, organizationId } = await sent();
    const place = graph.fields[1]?.id ?? '';
    await signAs(api, graph, ALICE, [{ fieldId: place, value: 'Malmö' }]);
    const waiting = await open(graph, ALICE.email);
    expect(waiting.json).toMatchObject({
      isMyTurn: false,
      fields: [],
      completedFields: [{ type: 'signature' }, { id: place, value: 'Malmö' }],
      documentUrl: null,
      me: { status: 'signed' },
    });
    expectNothingOf(waiting.bytes.toString(), graph, BOB.email);
    await signAs(api, graph, BOB);
    await sealEnvelope(api.services, { organizationId, envelopeId: id });
    for (const purpose of ['sign', 'copy'] as const) {
      const key = await tokenOf(api, graph, ALICE.email, purpose);
      const done = await api.ask('GET /api/signer/envelope', { key });
      expect(done.json.envelope).toMatchObject({ status: 'completed', sealedAt: expect.any(String) });
      expect((await api.call('GET', done.json.documentUrl ?? '')).bytes.subarray(0, 5).toString()).toBe(
        '%PDF-',
      );
      expectNothingOf(done.bytes.toString(), graph, BOB.email);
    }
  });

  it('shows the disclosure if the envelope requires consent', async () => {
    const { graph } = await sent({ policy: { consumerDisclosure: true } });
    const { disclosure } = (await open(graph, ALICE.email)).json;
    expect(disclosure).toMatchObject({
      version: expect.any(String),
      locale: 'en',
      title: expect.any(String),
    });
    expect(disclosure?.paragraphs.length).toBeGreaterThan(3);
  });

  it('shows nothing of the document of an envelope that has ended', async () => {
    const { graph, key, id } = await sent();
    await api.ask('POST /api/v1/envelopes/{id}/void', { key, path: { id }, body: { expectedVersion: 3 } });
    expect((await open(graph, ALICE.email)).json).toMatchObject({
      isMyTurn: false,
      fields: [],
      documentUrl: null,
    });
  });

  it('has a label for each field, its own or its type’s', async () => {
    const { graph } = await sent({
      fields: [
        { ...SIGNATURE, participantIndex: 0 },
        { ...SIGNATURE, type: 'checkbox', participantIndex: 0, label: 'I agree' },
        { ...SIGNATURE, participantIndex: 1 },
      ],
    });
    const { fields } = (await open(graph, ALICE.email)).json;
    expect(fields.map(({ displayLabel }: any) => displayLabel)).toEqual(['Signature', 'I agree']);
  });
});

describe('participant.viewed', () => {
  it('is logged once in 15 minutes, without changing the version', async () => {
    const { graph, key, id } = await sent();
    const [alice] = graph.participants;
    const key1 = await tokenOf(api, graph, ALICE.email);
    const headers = { 'user-agent': 'Mozilla/5.0 (Test)' };
    const viewed = async () =>
      (await eventsOf(api, key, id)).filter(({ action }) => action === 'participant.viewed');
    await api.ask('GET /api/signer/envelope', { key: key1, headers });
    const first = api.clock.now.toISOString();
    expect(await viewed()).toMatchObject([
      {
        actorType: 'signer',
        actorId: alice?.id,
        payload: { participantId: alice?.id },
        ipAddress: '192.0.2.7',
        userAgent: 'Mozilla/5.0 (Test)',
      },
    ]);
    pass(15 * MINUTE - 1);
    await api.ask('GET /api/signer/envelope', { key: key1 });
    expect(await viewed()).toHaveLength(1);
    const shown = (await api.ask('GET /api/v1/envelopes/{id}', { key, path: { id } })).json;
    expect(shown.envelope.version).toBe(3);
    expect(shown.participants[0]).toMatchObject({
      lastViewedAt: first,
      lastIpAddress: '192.0.2.7',
      lastUserAgent: 'Mozilla/5.0 (Test)',
    });
    pass(1);
    await api.ask('GET /api/signer/envelope', { key: key1 });
    expect(await viewed()).toHaveLength(2);
  });

  it('is logged once for concurrent reads', async () => {
    const { graph, key, id } = await sent();
    const token = await tokenOf(api, graph, ALICE.email);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => api.ask('GET /api/signer/envelope', { key: token })),
    );
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(await eventsOf(api, key, id)).toHaveLength(4);
  });

  it('does not make the sender’s version stale', async () => {
    const { graph, key, id } = await sent();
    await open(graph, ALICE.email);
    const answer = await api.ask('POST /api/v1/envelopes/{id}/void', {
      key,
      path: { id },
      body: { expectedVersion: 3 },
    });
    expect(answer.status).toBe(200);
  });

  it('is not logged after signing or after the end', async () => {
    const { graph, key, id } = await sent();
    await signAs(api, graph, ALICE);
    await open(graph, ALICE.email);
    await api.ask('POST /api/v1/envelopes/{id}/void', { key, path: { id }, body: { expectedVersion: 5 } });
    await open(graph, BOB.email);
    expect((await eventsOf(api, key, id)).map(({ action }) => action)).not.toContain('participant.viewed');
  });
});
