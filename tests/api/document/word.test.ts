import { describe, expect, it, vi } from 'vitest';
import type { WireGraph } from '#wire/envelope-graph.ts';
import { readDocument } from '#server/jobs/read-document.ts';
import { addDocument, inBody } from '../../support/added-documents.ts';
import { useApi } from '../../support/api.ts';
import { CONVERTER_START_MS } from '../../support/patience.ts';
import { createDraft, plainPdf } from '../../support/envelopes.ts';
import { onePage, scratchDirectory, textOf, writtenTo } from '../../support/pdf.ts';
import { paragraph, wordFile } from '../../support/word-body.ts';

const TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
vi.setConfig({ testTimeout: CONVERTER_START_MS });
const api = useApi({ env: { DOCX_CONVERTER: 'wasm' } });
const ANNEX = wordFile(
  paragraph('Annex for [[client.name]]'),
  paragraph('Signature: {{Signature;type=signature;role=Buyer}} and {{Place;role=Seller}}'),
);

const draftOf = async (key: string, extra: Record<string, unknown> = {}) =>
  (await createDraft(api, key, { document: inBody(await plainPdf(2)), fields: [], ...extra }))
    .json as WireGraph;

async function settled(key: string, organizationId: string, id: string): Promise<WireGraph> {
  await readDocument(api.services, { organizationId, envelopeId: id }, false);
  return (await api.call('GET', `/api/v1/envelopes/${id}`, { key })).json as WireGraph;
}

async function pagesOf(key: string, id: string): Promise<string[]> {
  const { bytes } = await api.call('GET', `/api/v1/envelopes/${id}/document?variant=prepared`, { key });
  const scratch = scratchDirectory();
  try {
    const pages = textOf(writtenTo(scratch.path, 'whole.pdf', bytes)).split('\f');
    return pages.map((page) => page.replaceAll(/\s+/g, ' ').trim()).filter(Boolean);
  } finally {
    scratch.remove();
  }
}

describe('a Word file that is added', () => {
  it('is converted, filled in with the envelope’s values, and its tags become fields on its pages', async () => {
    const { apiKey: key, organizationId } = await api.tenant();
    const { envelope } = await draftOf(key, { textTags: true, variables: { client: { name: 'Ada' } } });
    const added = await addDocument(api, key, envelope.id, 'Annex.docx', { document: inBody(ANNEX, TYPE) });
    expect(added.status).toBe(201);
    const graph = await settled(key, organizationId, envelope.id);
    expect(graph.envelope.documents).toMatchObject([
      { sourceFormat: 'pdf', firstPage: 1, pageCount: 2 },
      { sourceFormat: 'docx', firstPage: 3, pageCount: 1, variables: [{ path: 'client.name' }] },
    ]);
    expect((await pagesOf(key, envelope.id)).at(-1)).toBe('Annex for Ada Signature: and');
    expect(graph.fields.map(({ type, page, partyIndex }) => [type, page, partyIndex])).toEqual([
      ['signature', 3, 0],
      ['text', 3, 1],
    ]);
  });

  it('has one party for each role with the other files', async () => {
    const { apiKey: key } = await api.tenant();
    const { envelope } = await draftOf(key, { textTags: true });
    const tagged = inBody(onePage({ text: '{{signature, Buyer}}' }));
    const first = await addDocument(api, key, envelope.id, 'a.pdf', { document: tagged });
    expect(first.json.envelope.detectedParties).toMatchObject([{ roleLabel: 'Buyer', fieldCount: 1 }]);
    const { json } = await addDocument(api, key, envelope.id, 'b.pdf', { document: tagged });
    expect(json.fields.map(({ key: name, page }: { key: string; page: number }) => [name, page])).toEqual([
      ['signature', 3],
      ['signature_2', 4],
    ]);
    expect(json.envelope.detectedParties).toMatchObject([{ roleLabel: 'Buyer', fieldCount: 2 }]);
    const untagged = await addDocument(api, key, envelope.id, 'c.pdf', { document: tagged, textTags: false });
    expect(untagged.json.fields).toHaveLength(2);
  });

  it('is refused if a variable has no value, and nothing is added', async () => {
    const { apiKey: key } = await api.tenant();
    const { envelope } = await draftOf(key);
    const answer = await addDocument(api, key, envelope.id, 'Annex.docx', {
      document: inBody(ANNEX, TYPE),
      variables: {},
    });
    expect([answer.status, answer.json.details.issues]).toEqual([
      422,
      [{ path: '/variables/client/name', message: 'is required' }],
    ]);
    const { json } = await api.call('GET', `/api/v1/envelopes/${envelope.id}`, { key });
    expect(json.envelope.documents).toHaveLength(1);
  });
});

describe('an anchor in one of several documents', () => {
  const field = (document: string | number, extra = {}) => ({
    syntheticRoleId: 'buyer',
    anchor: { text: 'Sign here', document, ...extra },
  });
  const page = onePage({ text: 'Sign here' });

  it('is looked for in that one, by its id or its position, and moves with it', async () => {
    const { apiKey: key } = await api.tenant();
    const { envelope } = await draftOf(key, { document: inBody(page) });
    const { json } = await addDocument(api, key, envelope.id, 'b.pdf', { document: inBody(page) });
    const [, second] = json.envelope.documents;
    const put = (fields: readonly object[]) =>
      api.call('PUT', `/api/v1/envelopes/${envelope.id}/draft`, { key, body: { fields } });
    const placed = await put([field(1), field(2), field(second.id)]);
    expect(placed.json.fields.map((one: { page: number }) => one.page)).toEqual([1, 2, 2]);
    expect(placed.json.fields[2].anchor).toEqual({ text: 'Sign here', document: second.id });

    const refused = await put([field(3), field('doc_other')]);
    expect(refused.json.details.issues).toEqual(
      [0, 1].map((index) => ({
        path: `/fields/${index}/anchor/document`,
        message: 'is not a document of the envelope',
      })),
    );
    const elsewhere = await put([field(2, { page: 1 })]);
    expect(elsewhere.json.details.issues[0].path).toBe('/fields/0/anchor/text');
  });

  it('waits for a document that is still to come', async () => {
    const { apiKey: key } = await api.tenant();
    const { envelope } = await draftOf(key, { document: inBody(page) });
    const path = `/api/v1/envelopes/${envelope.id}`;
    const awaited = await api.call('POST', `${path}/documents`, {
      key,
      body: { originalFilename: 'b.pdf', detect: false },
    });
    const [, second] = awaited.json.envelope.documents;
    const put = await api.call('PUT', `${path}/draft`, { key, body: { fields: [field(2), field(1)] } });
    expect(put.json.fields.map((one: { placed: boolean }) => one.placed)).toEqual([false, true]);
    const raw = page;
    const headers = { 'content-type': 'application/octet-stream' };
    await api.call('PUT', `${path}/documents/${second.id}`, { key, raw, headers });
    const done = await api.call('POST', `${path}/upload/complete`, { key, body: {} });
    expect(
      done.json.envelope.fields.map(({ page, placed }: { page: number; placed: boolean }) => [page, placed]),
    ).toEqual([
      [2, true],
      [1, true],
    ]);
  });
});
