import { PDF } from '@libpdf/core';
import { describe, expect, it } from 'vitest';
import { sniffFormat } from '#domain/document/sniff.ts';
import { expectError, expectInvalidState } from '../../support/answers.ts';
import { useApi } from '../../support/api.ts';
import { ALICE, BOB, sendDraft } from '../../support/envelopes.ts';
import { tokenOf, type WireGraph } from '../../support/signer.ts';
import { actionsOf } from '../../support/traces.ts';

const api = useApi();

async function sent(extra: Record<string, unknown> = {}) {
  const { apiKey: key } = await api.tenant();
  const graph = (await sendDraft(api, key, extra)) as WireGraph;
  return { key, graph, id: graph.envelope.id };
}
const read = async (graph: WireGraph, email: string) =>
  await api.ask('GET /api/signer/first-page', { key: await tokenOf(api, graph, email) });

describe('200', () => {
  it('returns a picture that no cache keeps, and logs nothing', async () => {
    const { graph, key, id } = await sent();
    const before = await actionsOf(api, key, id);
    const answer = await read(graph, ALICE.email);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('image/png');
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    expect(sniffFormat(answer.bytes)).toBe('png');
    expect(await actionsOf(api, key, id)).toEqual(before);
  });
});

describe('204', () => {
  it('without a picture, if the page is too large', async () => {
    const pdf = PDF.create();
    const page = pdf.addPage({ width: 1400, height: 1400 });
    page.drawText('A plan', { x: 72, y: 740, size: 14 });
    const contentBase64 = Buffer.from(await pdf.save()).toString('base64');
    const { graph } = await sent({ document: { contentBase64, contentType: 'application/pdf' } });
    const answer = await read(graph, ALICE.email);
    expect([answer.status, answer.bytes.length]).toEqual([204, 0]);
  });
});

describe('403 and 409', () => {
  it('to a signer whose turn it is not, and once the envelope is void', async () => {
    const { graph, key, id } = await sent();
    expectError(await read(graph, BOB.email), 'not_your_turn');
    await api.ask('POST /api/v1/envelopes/{id}/void', { key, path: { id }, body: { expectedVersion: 3 } });
    expectInvalidState(await read(graph, ALICE.email), 'voided');
  });
});
