import { PDF } from '@libpdf/core';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { describe, expect, it } from 'vitest';
import { expectError, expectInvalidState, expectIssues } from '../../support/answers.ts';
import { useApi } from '../../support/api.ts';
import { ALICE, BOB, plainPdf, sendDraft, SIGNATURE } from '../../support/envelopes.ts';
import { signAs, tokenOf, type WireGraph } from '../../support/signer.ts';
import { actionsOf } from '../../support/traces.ts';

const api = useApi();
const TEXT = { type: 'text', page: 2, x: 0.1, y: 0.5, width: 0.3, height: 0.03, participantIndex: 0 };

async function sent(extra: Record<string, unknown> = {}) {
  const { apiKey: key } = await api.tenant();
  const contentBase64 = Buffer.from(await plainPdf(2)).toString('base64');
  const graph = (await sendDraft(api, key, {
    document: { contentBase64, contentType: 'application/pdf' },
    ...extra,
  })) as WireGraph;
  return { key, graph, id: graph.envelope.id };
}
const read = async (graph: WireGraph, email: string, page: number, small = false) =>
  await api.ask('GET /api/signer/page-picture', {
    key: await tokenOf(api, graph, email),
    query: { page, ...(small && { small }) },
  });

/** Counts the dark pixels in part of a picture: `top` and `bottom` are fractions of its height. */
async function inkBetween(png: Uint8Array, top: number, bottom: number): Promise<number> {
  const image = await loadImage(Buffer.from(png));
  const context = createCanvas(image.width, image.height).getContext('2d');
  context.drawImage(image, 0, 0);
  const [from, to] = [Math.round(top * image.height), Math.round(bottom * image.height)];
  const { data } = context.getImageData(0, from, image.width, to - from);
  return Array.from({ length: data.length / 4 }, (_, at) => data[at * 4] ?? 255).filter((red) => red < 128)
    .length;
}

describe('200', () => {
  it('returns a legible picture of the page that no cache keeps, and logs nothing', async () => {
    const { graph, key, id } = await sent();
    const before = await actionsOf(api, key, id);
    const answer = await read(graph, ALICE.email, 2);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    expect((await loadImage(Buffer.from(answer.bytes))).width).toBe(1200);
    expect(await inkBetween(answer.bytes, 0, 0.2)).toBeGreaterThan(200);
    expect(await actionsOf(api, key, id)).toEqual(before);
  });

  it('returns a small one of any page, and says which document it is from', async () => {
    const { graph } = await sent();
    for (const page of [1, 2]) {
      const answer = await read(graph, ALICE.email, page, true);
      expect(answer.bytes.length).toBeLessThan(60_000);
      expect((await loadImage(Buffer.from(answer.bytes))).width).toBe(744);
      expect(answer.headers.get('x-document-sha256')).toBe(graph.envelope.documentHash);
    }
    const large = await read(graph, ALICE.email, 1);
    expect(large.headers.get('x-document-sha256')).toBe(graph.envelope.documentHash);
  });

  it.each([
    ['with the', {}, true, false],
    ['without the private', { private: true }, false, false],
    ['with the', {}, true, true],
    ['without the private', { private: true }, false, true],
  ])('has the page %s answers of those who signed before', async (_name, extra, isThere, small) => {
    const { graph } = await sent({
      fields: [
        { ...TEXT, label: 'Place', ...extra },
        { ...SIGNATURE, page: 1, participantIndex: 0 },
        { ...SIGNATURE, page: 1, x: 0.6, participantIndex: 1 },
      ],
    });
    const [place] = graph.fields;
    await signAs(api, graph, ALICE, [{ fieldId: place?.id ?? '', value: 'Malmö' }]);
    const { bytes, headers } = await read(graph, BOB.email, 2, small);
    expect((await inkBetween(bytes, 0.45, 0.58)) > 50).toBe(isThere);
    expect(headers.get('x-document-sha256')).toBe(graph.envelope.documentHash);
  });
});

describe('204', () => {
  it('without a small picture, if the page is too large', async () => {
    const pdf = PDF.create();
    const page = pdf.addPage({ width: 1400, height: 1400 });
    page.drawText('A plan', { x: 72, y: 740, size: 14 });
    const contentBase64 = Buffer.from(await pdf.save()).toString('base64');
    const { graph } = await sent({ document: { contentBase64, contentType: 'application/pdf' } });
    const answer = await read(graph, ALICE.email, 1, true);
    expect([answer.status, answer.bytes.length]).toEqual([204, 0]);
  });
});

describe('403, 409 and 422', () => {
  it('to a signer whose turn it is not, once the envelope is void, and beyond the last page', async () => {
    const { graph, key, id } = await sent();
    expectError(await read(graph, BOB.email, 1), 'not_your_turn');
    expectIssues(await read(graph, ALICE.email, 3), ['/page']);
    expectIssues(await read(graph, ALICE.email, 0), ['/page']);
    await api.ask('POST /api/v1/envelopes/{id}/void', { key, path: { id }, body: { expectedVersion: 3 } });
    expectInvalidState(await read(graph, ALICE.email, 1), 'voided');
  });
});
