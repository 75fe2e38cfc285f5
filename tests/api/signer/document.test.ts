import { describe, expect, it } from 'vitest';
import { sealEnvelope } from '#server/jobs/seal-envelope.ts';
import { computeSha256Hex } from '#server/crypto/hash.ts';
import { expectError, expectInvalidState } from '../../support/answers.ts';
import { useApi } from '../../support/api.ts';
import { ALICE, BOB, sendDraft } from '../../support/envelopes.ts';
import { signAs, tokenOf, type WireGraph } from '../../support/signer.ts';
import { actionsOf } from '../../support/traces.ts';

const api = useApi();

async function sent() {
  const tenant = await api.tenant();
  const graph = (await sendDraft(api, tenant.apiKey)) as WireGraph;
  return { ...tenant, key: tenant.apiKey, graph, id: graph.envelope.id };
}
const read = async (graph: WireGraph, email: string) =>
  await api.ask('GET /api/signer/document', { key: await tokenOf(api, graph, email) });

describe('200', () => {
  it('returns the bytes that are signed to the current signer, and logs nothing', async () => {
    const { graph, key, id } = await sent();
    const answer = await read(graph, ALICE.email);
    expect(answer.status).toBe(200);
    expect(computeSha256Hex(answer.bytes)).toBe(graph.envelope['documentHash']);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(answer.headers.get('content-disposition')).toMatch(/^inline/);
    expect(await actionsOf(api, key, id)).toHaveLength(3);
  });

  it('returns parts, and the answers so far as what they append', async () => {
    const { graph } = await sent();
    const readPart = async (email: string, range: string, query = '') =>
      await api.call('GET', `/api/signer/document${query}`, {
        key: await tokenOf(api, graph, email),
        headers: { range },
      });
    const { bytes } = await read(graph, ALICE.email);
    const first = await readPart(ALICE.email, 'bytes=0-99');
    expect(first.status).toBe(206);
    expect(first.headers.get('content-range')).toBe(`bytes 0-99/${bytes.length}`);
    await signAs(api, graph, ALICE);
    const rest = await readPart(BOB.email, `bytes=${bytes.length}-`, '?variant=current');
    expect(rest.status).toBe(206);
    const whole = await api.ask('GET /api/signer/document', {
      key: await tokenOf(api, graph, BOB.email),
      query: { variant: 'current' },
    });
    expect(Buffer.compare(whole.bytes.subarray(0, bytes.length), bytes)).toBe(0);
    expect(rest.bytes.equals(whole.bytes.subarray(bytes.length))).toBe(true);
    expect(rest.bytes.length).toBeGreaterThan(100);
  });

  it('returns the sealed copy to everyone after completion, for any kind of link', async () => {
    const { graph, organizationId, id } = await sent();
    await signAs(api, graph, ALICE);
    await signAs(api, graph, BOB);
    expectInvalidState(await read(graph, ALICE.email), 'completed');
    await sealEnvelope(api.services, { organizationId, envelopeId: id });
    const answers = [];
    for (const { email } of [ALICE, BOB]) {
      for (const purpose of ['sign', 'copy', 'document'] as const) {
        const key = await tokenOf(api, graph, email, purpose);
        answers.push(await api.ask('GET /api/signer/document', { key, query: { download: true } }));
      }
    }
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect(new Set(answers.map(({ bytes }) => computeSha256Hex(bytes))).size).toBe(1);
    expect(answers[0]?.headers.get('content-disposition')).toMatch(
      /^attachment; filename="Agreement \(signed\).pdf"/,
    );
  });
});

describe('an envelope that was declined', () => {
  it('can still be read by those who acted, and by nobody else', async () => {
    const { graph } = await sent();
    const ask = async (email: string, query: { variant?: 'current' } = { variant: 'current' }) =>
      await api.ask('GET /api/signer/document', { key: await tokenOf(api, graph, email), query });
    await signAs(api, graph, ALICE);
    await api.ask('POST /api/signer/decline', { key: await tokenOf(api, graph, BOB.email), body: {} });
    for (const { email } of [ALICE, BOB]) {
      const answer = await ask(email);
      expect(answer.status).toBe(200);
      expect(new TextDecoder('latin1').decode(answer.bytes.slice(0, 5))).toBe('%PDF-');
      expectInvalidState(await ask(email, {}), 'declined');
    }
  });

  it('is closed to those who were never asked', async () => {
    const { graph } = await sent();
    await api.ask('POST /api/signer/decline', { key: await tokenOf(api, graph, ALICE.email), body: {} });
    const key = await tokenOf(api, graph, BOB.email);
    const query = { variant: 'current' as const };
    expectInvalidState(await api.ask('GET /api/signer/document', { key, query }), 'declined');
  });
});

describe('403', () => {
  it('before the signer’s turn and after it', async () => {
    const { graph } = await sent();
    expectError(await read(graph, BOB.email), 'not_your_turn');
    await signAs(api, graph, ALICE);
    expectError(await read(graph, ALICE.email), 'not_your_turn');
  });
});

describe('409', () => {
  it('once the envelope ended without completion', async () => {
    const { graph, key, id } = await sent();
    await api.ask('POST /api/v1/envelopes/{id}/void', { key, path: { id }, body: { expectedVersion: 3 } });
    expectInvalidState(await read(graph, ALICE.email), 'voided');
  });
});
