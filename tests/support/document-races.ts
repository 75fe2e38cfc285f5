import { expect } from 'vitest';
import { addDocument, namesOf, removeDocument } from './added-documents.ts';
import type { TestApi } from './api.ts';
import { createDraft } from './envelopes.ts';
import { computeSha256Hex } from '#server/crypto/hash.ts';

const read = async (api: TestApi, key: string, id: string) =>
  (await api.ask('GET /api/v1/envelopes/{id}', { key, path: { id } })).json as any;

/** Expects the prepared PDF to be the one in the graph, with a page for each file. */
async function expectWhole(api: TestApi, key: string, graph: any): Promise<void> {
  const { id, documentHash, documents, pageCount } = graph.envelope;
  const { bytes } = await api.call('GET', `/api/v1/envelopes/${id}/document?variant=prepared`, { key });
  expect(computeSha256Hex(bytes)).toBe(documentHash);
  const places = documents.map(({ firstPage }: any) => firstPage);
  expect(places).toEqual(documents.map((_: unknown, index: number) => index + 1));
  expect(pageCount).toBe(documents.length);
}

/** Adds several documents at the same time. All of them must be in, in some order. */
export async function raceAdditions(api: TestApi, key: string, count: number): Promise<void> {
  const { envelope } = (await createDraft(api, key)).json;
  const names = Array.from({ length: count }, (_, index) => `Annex ${index}.pdf`);
  const answers = await Promise.all(names.map((name) => addDocument(api, key, envelope.id, name)));
  expect(answers.map(({ status }) => status)).toEqual(names.map(() => 201));
  const graph = await read(api, key, envelope.id);
  expect(namesOf(graph).slice(1).sort()).toEqual(names);
  expect(graph.envelope.version).toBe(1 + count);
  await expectWhole(api, key, graph);
}

/** Changes the documents while sending: the change is in or refused, and what was sent never changes. */
export async function raceSending(api: TestApi, key: string, change: 'add' | 'remove'): Promise<void> {
  const { envelope } = (await createDraft(api, key)).json;
  const { id } = envelope;
  const before = (await addDocument(api, key, id, 'Annex.pdf')).json;
  const last = before.envelope.documents.at(-1).id;
  const changing = () =>
    change === 'add' ? addDocument(api, key, id, 'More.pdf') : removeDocument(api, key, id, last);
  const sending = async () => {
    const { version } = (await read(api, key, id)).envelope;
    return await api.call('POST', `/api/v1/envelopes/${id}/send`, {
      key,
      body: { expectedVersion: version },
    });
  };
  const [changed, sent] = await Promise.all([changing(), sending()]);
  const graph = await read(api, key, id);
  const { items } = (await api.call('GET', `/api/v1/envelopes/${id}/events`, { key })).json;
  const actions = items.map(({ action }: any) => action).slice(2);
  const isChanged = changed.status < 300;
  expect(isChanged || changed.status === 409).toBe(true);
  expect(namesOf(graph)).toHaveLength(isChanged ? (change === 'add' ? 3 : 1) : 2);
  await expectWhole(api, key, graph);
  if (sent.status !== 200) return expect(sent.status).toBe(409);
  const own = change === 'add' ? 'envelope.document_added' : 'envelope.document_removed';
  expect(actions).toEqual([...(isChanged ? [own] : []), 'envelope.sent', 'participant.link_issued']);
  const { payload } = items.find(({ action }: any) => action === 'envelope.sent');
  expect(payload.documentHash).toBe(graph.envelope.documentHash);
  expect(payload.pageCount).toBe(graph.envelope.pageCount);
}
