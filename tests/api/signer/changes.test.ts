import { loadImage } from '@napi-rs/canvas';
import { describe, expect, it } from 'vitest';
import { expectError, expectInvalidState, expectIssues } from '../../support/answers.ts';
import { useApi } from '../../support/api.ts';
import { ALICE, BOB, sendDraft, SIGNATURE } from '../../support/envelopes.ts';
import { signAs, tokenOf, type WireGraph } from '../../support/signer.ts';
import { actionsOf } from '../../support/traces.ts';
import { typeset } from '../../pdf/support/typeset.ts';

const api = useApi();

const lease = async (rent: string) => ({
  contentBase64: Buffer.from(await typeset([`The monthly rent is ${rent} euros.`])).toString('base64'),
  contentType: 'application/pdf' as const,
});
const fields = [0, 1].map((participantIndex) => ({
  ...SIGNATURE,
  y: 0.5 + participantIndex * 0.1,
  participantIndex,
}));
const read = async (key: string, id: string) =>
  (await api.ask('GET /api/v1/envelopes/{id}', { key, path: { id } })).json as WireGraph;

/** A lease that Alice has signed when its rent changes. The second version isn't sent yet. */
async function begun() {
  const { apiKey: key } = await api.tenant();
  const people = [ALICE, BOB].map((person, orderIndex) => ({ ...person, orderIndex }));
  const old = (await sendDraft(api, key, {
    ...{ document: await lease('1,200'), participants: people, fields },
  })) as WireGraph;
  expect((await signAs(api, old, ALICE)).status).toBe(200);
  const { id } = old.envelope;
  const current = (await read(key, id)).envelope['version'] as number;
  const made = await api.ask('POST /api/v1/envelopes/{id}/versions', {
    ...{ key, path: { id }, body: { expectedVersion: current } },
  });
  const next = made.json.envelope.id;
  await api.ask('POST /api/v1/envelopes/{id}/documents', {
    ...{ key, path: { id: next } },
    body: { originalFilename: 'Lease.pdf', detect: false, document: await lease('1,250') },
  });
  const added = (await read(key, next)).envelope;
  const documentId = (added['documents'] as { id: string }[])[0]?.id ?? '';
  const query = `expectedVersion=${added['version']}`;
  await api.call('DELETE', `/api/v1/envelopes/${next}/documents/${documentId}?${query}`, { key });
  await api.ask('PUT /api/v1/envelopes/{id}/draft', {
    ...{ key, path: { id: next } },
    body: { expectedVersion: (await read(key, next)).envelope['version'], fields },
  });
  return { key, old, next };
}
async function replaced() {
  const { key, old, next } = await begun();
  const { version } = (await read(key, next)).envelope;
  const sent = await api.call('POST', `/api/v1/envelopes/${next}/send`, {
    ...{ key, body: { expectedVersion: version } },
  });
  expect(sent.status).toBe(200);
  return { key, old, graph: await read(key, next) };
}
const list = async (graph: WireGraph, { email }: { readonly email: string }) =>
  await api.ask('GET /api/signer/changes', { key: await tokenOf(api, graph, email) });
const show = async (graph: WireGraph, version: 'previous' | 'current', page = 1) =>
  await api.ask('GET /api/signer/changes/page-picture', {
    ...{ key: await tokenOf(api, graph, ALICE.email), query: { version, page } },
  });
const follow = async (graph: WireGraph, { email }: { readonly email: string }) =>
  await api.ask('POST /api/signer/next-version', { key: await tokenOf(api, graph, email), body: {} });

describe('what changed', () => {
  it('is listed for whom it’s the turn, who reads that they had signed; nothing is recorded', async () => {
    const { key, old, graph } = await replaced();
    const before = await actionsOf(api, key, graph.envelope.id);
    const { status, json } = await list(graph, ALICE);
    expect(status).toBe(200);
    expect(json).toMatchObject({
      ...{ previousVersion: old.envelope.id, versionNumber: 2, hadSigned: true, omitted: 0 },
      changes: [{ kind: 'changed', before: { text: '1,200' }, after: { text: '1,250' } }],
    });
    const { json: seen } = await api.ask('GET /api/signer/envelope', {
      key: await tokenOf(api, graph, ALICE.email),
    });
    expect(seen.versionNumber).toBe(2);
    expect(await actionsOf(api, key, graph.envelope.id)).toEqual([...before, 'participant.viewed']);
    expectError(await list(graph, BOB), 'not_your_turn');
    expect((await signAs(api, graph, ALICE)).status).toBe(200);
    expect((await list(graph, BOB)).json.hadSigned).toBe(false);
    expect((await list(graph, ALICE)).status).toBe(200);
  });

  it('can be seen on a page of either version, of which no cache keeps a picture', async () => {
    const { old, graph } = await replaced();
    const hashes = [];
    for (const version of ['previous', 'current'] as const) {
      const answer = await show(graph, version);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('cache-control')).toBe('private, no-store');
      expect((await loadImage(Buffer.from(answer.bytes))).width).toBe(1200);
      hashes.push(answer.headers.get('x-document-sha256'));
    }
    expect(hashes).toEqual([old.envelope['documentHash'], graph.envelope['documentHash']]);
    expectIssues(await show(graph, 'current', 2), ['/page']);
  });

  it('isn’t there in a first version, nor once the version has ended', async () => {
    const { old, graph, key } = await replaced();
    const first = (await sendDraft(api, (await api.tenant()).apiKey)) as WireGraph;
    expectInvalidState(await list(first, ALICE), 'in_progress', 'first_version');
    expectInvalidState(await list(old, ALICE), 'voided');
    const body = { expectedVersion: (await read(key, graph.envelope.id)).envelope['version'] };
    await api.call('POST', `/api/v1/envelopes/${graph.envelope.id}/void`, { key, body });
    expectInvalidState(await list(graph, ALICE), 'voided');
  });
});

describe('an old link', () => {
  it('leads on to the newer version once the same address has its link', async () => {
    const { old, graph } = await replaced();
    const { json } = await follow(old, ALICE);
    const token = new URL(json.url ?? '').hash.replace('#token=', '');
    const { json: seen } = await api.ask('GET /api/signer/invitation', { key: token });
    expect(seen).toMatchObject({ envelopeStatus: 'in_progress', isReplaced: false });
    // Bob isn't asked yet, so there is nothing to lead him to.
    const bob = await follow(old, BOB);
    expect([bob.status, bob.json]).toEqual([200, { url: null }]);
    expect((await signAs(api, graph, ALICE)).status).toBe(200);
    expect((await follow(old, BOB)).json.url).toContain('/sign');
  });

  it('leads nowhere while the newer version is a draft, or the address is another one', async () => {
    const { key, old, next } = await begun();
    expectInvalidState(await follow(old, ALICE), 'in_progress');
    const draft = (await read(key, next)).envelope;
    const people = [{ ...ALICE, email: 'another@example.com' }, BOB];
    const saved = await api.ask('PUT /api/v1/envelopes/{id}/draft', {
      ...{ key, path: { id: next } },
      body: {
        expectedVersion: draft['version'],
        participants: people.map((person, orderIndex) => ({ ...person, orderIndex })),
        fields,
      },
    });
    await api.call('POST', `/api/v1/envelopes/${next}/send`, {
      ...{ key, body: { expectedVersion: saved.json.envelope.version } },
    });
    expect((await follow(old, ALICE)).json).toEqual({ url: null });
  });
});
