import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { computeSha256Hex } from '#server/crypto/hash.ts';
import {
  addDocument,
  draftOfThree,
  inBody,
  namesOf,
  removeDocument,
  reorder,
} from '../../support/added-documents.ts';
import { expectError, expectInvalidState, expectIssues } from '../../support/answers.ts';
import { useApi } from '../../support/api.ts';
import { ALICE, createDraft, plainPdf, sendDraft, SIGNATURE } from '../../support/envelopes.ts';
import { onePage, scratchDirectory, textOf, writtenTo } from '../../support/pdf.ts';
import { picture } from '../../support/pictures.ts';
import { expectGraph } from '../../support/shapes.ts';
import { actionsOf, eventsOf } from '../../support/traces.ts';

const api = useApi();
const HEIC = readFileSync(new URL('../../pdf/image/corners.heic', import.meta.url));
const bytesOf = (dataUrl: string) => Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64');
const read = async (key: string, id: string) =>
  (await api.ask('GET /api/v1/envelopes/{id}', { key, path: { id } })).json;

/** The bytes of a file of an envelope. */
async function download(key: string, id: string, query: string): Promise<Uint8Array> {
  const answer = await api.call('GET', `/api/v1/envelopes/${id}/document?${query}`, { key });
  if (answer.status !== 200) throw new Error(`${query}: ${JSON.stringify(answer.json)}`);
  return answer.bytes;
}

/** The words of a file of an envelope, page by page. */
async function wordsOf(key: string, id: string, query = 'variant=prepared'): Promise<string[]> {
  const scratch = scratchDirectory();
  try {
    const text = textOf(writtenTo(scratch.path, 'whole.pdf', await download(key, id, query)));
    return text
      .split('\f')
      .map((page) => page.trim())
      .filter(Boolean);
  } finally {
    scratch.remove();
  }
}

describe('POST /api/v1/envelopes/{id}/documents', () => {
  it('adds files of each kind, which become one PDF', async () => {
    const { apiKey: key } = await api.tenant();
    const { envelope } = (await createDraft(api, key, { document: inBody(await plainPdf(2)) })).json;
    const files = [
      ['Annex.pdf', 'application/pdf', onePage({ text: 'Annex' }), 'pdf'],
      ['Plan.png', 'image/png', bytesOf(picture('png')), 'png'],
      ['Photo.jpg', 'image/jpeg', bytesOf(picture('jpeg')), 'jpeg'],
      ['Phone.heic', 'image/heic', HEIC, 'heic'],
    ] as const;
    let graph: any;
    for (const [name, type, bytes] of files) {
      const answer = await addDocument(api, key, envelope.id, name, { document: inBody(bytes, type) });
      expect(answer.status, name).toBe(201);
      expectGraph(answer.json);
      graph = answer.json;
    }
    expect(graph.envelope.documents).toMatchObject([
      { name: 'Agreement.pdf', sourceFormat: 'pdf', firstPage: 1, pageCount: 2 },
      ...files.map(([name, , bytes, sourceFormat], index) => ({
        ...{ name, sourceFormat, firstPage: index + 3, pageCount: 1, status: 'received', refusal: null },
        contentHash: computeSha256Hex(bytes),
        sizeBytes: bytes.length,
      })),
    ]);
    expect(graph.envelope).toMatchObject({
      originalFilename: 'Agreement.pdf',
      sourceFormat: 'pdf',
      contentHash: envelope.contentHash,
      pageCount: 6,
      version: 5,
    });
    expect(await wordsOf(key, envelope.id)).toEqual([
      'Page 1 of the agreement',
      'Page 2 of the agreement',
      'Annex',
    ]);
    expect(computeSha256Hex(await download(key, envelope.id, 'variant=prepared'))).toBe(
      graph.envelope.documentHash,
    );
    for (const { id, contentHash } of graph.envelope.documents)
      expect(computeSha256Hex(await download(key, envelope.id, `document=${id}`))).toBe(contentHash);
  });

  it('says so in the log, and in lists', async () => {
    const { apiKey: key } = await api.tenant();
    const graph = await draftOfThree(api, key);
    const { id, documents } = graph.envelope;
    const [, added] = await eventsOf(api, key, id);
    expect(added).toMatchObject({
      action: 'envelope.document_added',
      payload: { documentId: documents[1].id, name: 'Annex A.pdf', firstPage: 3, pageCount: 1 },
    });
    const { items } = (await api.ask('GET /api/v1/envelopes', { key, query: {} })).json;
    expect(items[0]?.documents).toEqual(documents);
  });

  it('names in the notices of each file what was changed in it', async () => {
    const { apiKey: key } = await api.tenant();
    const { envelope } = (await createDraft(api, key)).json;
    const scripted = onePage({ catalog: '/OpenAction <</S /JavaScript /JS (app.alert\\(1\\))>>' });
    const { json } = await addDocument(api, key, envelope.id, 'Scripted.pdf', { document: inBody(scripted) });
    const codes = (notices: any[]) => notices.map(({ code }) => code);
    expect(json.envelope.documents.map(({ notices }: any) => codes(notices))).toEqual([
      [],
      ['javascript', 'actions'],
    ]);
    expect(codes(json.envelope.document.notices)).toEqual(['javascript', 'actions']);
  });

  it('takes a file that is uploaded afterwards, and is not sent before', async () => {
    const { apiKey: key } = await api.tenant();
    const { envelope } = (await createDraft(api, key)).json;
    const { id } = envelope;
    const answer = await addDocument(api, key, id, 'Later.pdf', { document: undefined });
    expect(answer.status).toBe(201);
    const [, later] = answer.json.envelope.documents;
    expect(later).toMatchObject({ name: 'Later.pdf', status: 'awaited', firstPage: null, contentHash: null });
    expect(answer.json.upload.url).toContain(`/api/v1/envelopes/${id}/documents/${later.id}`);
    const send = (expectedVersion: number) =>
      api.call('POST', `/api/v1/envelopes/${id}/send`, { key, body: { expectedVersion } });
    expectError(await send(2), 'invalid_state', {
      ...{ status: 'draft', reason: 'document_missing', documentId: later.id },
    });
    const complete = () => api.call('POST', `/api/v1/envelopes/${id}/upload/complete`, { key });
    expect((await complete()).json.documentReceived).toBe(false);
    const path = new URL(answer.json.upload.url).pathname;
    expect((await api.call('PUT', path, { key, raw: onePage({ text: 'Later' }) })).status).toBe(204);
    const completed = (await complete()).json;
    expect(completed).toMatchObject({ documentReceived: true });
    expect(completed.envelope.envelope.documents[1]).toMatchObject({ status: 'received', firstPage: 2 });
    expect((await complete()).json.envelope).toEqual(completed.envelope);
    expectInvalidState(await api.call('PUT', path, { key, raw: onePage({}) }), 'draft', 'document_received');
    expect((await send(3)).status).toBe(200);
    expect(await actionsOf(api, key, id)).toEqual([
      'envelope.created',
      'envelope.document_added',
      'envelope.document_received',
      'envelope.sent',
      'participant.link_issued',
    ]);
  });

  it('takes in a good upload although another is refused', async () => {
    const { apiKey: key } = await api.tenant();
    const { envelope } = (await createDraft(api, key)).json;
    const path = `/api/v1/envelopes/${envelope.id}`;
    for (const [name, raw] of [
      ['Broken.pdf', Buffer.from('no')],
      ['Good.pdf', onePage({ text: 'Good' })],
    ] as const) {
      const added = await addDocument(api, key, envelope.id, name, { document: undefined });
      await api.call('PUT', new URL(added.json.upload.url).pathname, { key, raw });
    }
    const completed = await api.call('POST', `${path}/upload/complete`, { key });
    expectError(completed, 'document_unreadable', { reason: 'not_pdf_or_docx' });
    const { documents } = (await read(key, envelope.id)).envelope;
    expect(documents.map(({ name, status }) => [name, status])).toEqual([
      ['Agreement.pdf', 'received'],
      ['Broken.pdf', 'awaited'],
      ['Good.pdf', 'received'],
    ]);
  });

  it('keeps what was there when a file is refused', async () => {
    const { apiKey: key } = await api.tenant();
    const { envelope } = (await createDraft(api, key)).json;
    const refused = await addDocument(api, key, envelope.id, 'Bad.pdf', {
      document: inBody(Buffer.from('no')),
    });
    expectError(refused, 'document_unreadable', { reason: 'not_pdf_or_docx' });
    expect((await read(key, envelope.id)).envelope).toEqual(envelope);
  });

  it('is refused once the envelope was sent, with a stale version, and beyond twenty files', async () => {
    const { apiKey: key } = await api.tenant();
    const sent = await sendDraft(api, key);
    expectInvalidState(await addDocument(api, key, sent.envelope.id, 'Late.pdf'), 'in_progress');
    const { envelope } = (await createDraft(api, key)).json;
    const stale = await addDocument(api, key, envelope.id, 'Stale.pdf', { expectedVersion: 7 });
    expectError(stale, 'version_conflict', { currentVersion: 1 });
    for (let count = 1; count < 20; count += 1) {
      const answer = await addDocument(api, key, envelope.id, `${count}.pdf`, { document: undefined });
      expect(answer.status).toBe(201);
    }
    const more = await addDocument(api, key, envelope.id, 'More.pdf');
    expectInvalidState(more, 'draft', 'too_many_documents');
  });

  it('counts the pages of all files together', async () => {
    const { apiKey: key } = await api.tenant();
    const { envelope } = (await createDraft(api, key, { document: inBody(await plainPdf(2)) })).json;
    const limits = api.services.config.limits as { documentPages: number };
    const before = limits.documentPages;
    limits.documentPages = 2;
    try {
      const refused = await addDocument(api, key, envelope.id, 'More.pdf');
      expectError(refused, 'document_unreadable', { reason: 'too_many_pages' });
    } finally {
      limits.documentPages = before;
    }
  });
});

describe('PATCH /api/v1/envelopes/{id}/documents', () => {
  it('moves pages and fields, and back again', async () => {
    const { apiKey: key } = await api.tenant();
    const fields = [1, 3, 4].map((page) => ({ ...SIGNATURE, page, participantIndex: 0 }));
    const graph = await draftOfThree(api, key, { participants: [ALICE], fields });
    const { id, documents, documentHash } = graph.envelope;
    const [one, two, three] = documents.map((document: any) => document.id);
    const moved = await reorder(api, key, id, [three, one, two]);
    expect(moved.status).toBe(200);
    expectGraph(moved.json);
    expect(namesOf(moved.json)).toEqual(['Annex B.pdf', 'Agreement.pdf', 'Annex A.pdf']);
    expect(moved.json.fields.map(({ page }: any) => page)).toEqual([2, 4, 1]);
    expect(moved.json.envelope).toMatchObject({
      originalFilename: 'Annex B.pdf',
      contentHash: documents[2].contentHash,
      sizeBytes: documents[2].sizeBytes,
      displayName: graph.envelope.displayName,
    });
    expect((await wordsOf(key, id))[0]).toBe('Annex B.pdf');
    expect(computeSha256Hex(await download(key, id, 'variant=original'))).toBe(documents[2].contentHash);
    const back = await reorder(api, key, id, [one, two, three], { expectedVersion: 5 });
    expect(back.json.envelope).toMatchObject({ documentHash, version: 6 });
    expect(back.json.fields).toMatchObject(
      graph.fields.map(({ id: field, page }: any) => ({ id: field, page })),
    );
    expect((await eventsOf(api, key, id)).at(-1)).toMatchObject({
      action: 'envelope.documents_reordered',
      payload: { order: [one, two, three], documentHash },
    });
  });

  it('is refused without all documents, with a stale version and after sending', async () => {
    const { apiKey: key } = await api.tenant();
    const graph = await draftOfThree(api, key);
    const { id, documents } = graph.envelope;
    const order = documents.map((document: any) => document.id);
    expectError(await reorder(api, key, id, order.slice(1)), 'validation_failed', {
      issues: [{ path: '/order', message: 'must have the id of every document of the envelope once' }],
    });
    expectError(await reorder(api, key, id, order, { expectedVersion: 1 }), 'version_conflict', {
      currentVersion: 3,
    });
    await api.call('POST', `/api/v1/envelopes/${id}/send`, { key, body: { expectedVersion: 3 } });
    expectInvalidState(await reorder(api, key, id, order.reverse()), 'in_progress');
  });
});

describe('DELETE /api/v1/envelopes/{id}/documents/{documentId}', () => {
  it('removes the file with its fields, and says how many', async () => {
    const { apiKey: key } = await api.tenant();
    const fields = [1, 3, 3, 4].map((page, index) => ({
      ...{ ...SIGNATURE, y: index / 10, page, participantIndex: 0 },
    }));
    const graph = await draftOfThree(api, key, { participants: [ALICE], fields });
    const { id, documents } = graph.envelope;
    const removed = await removeDocument(api, key, id, documents[1].id);
    expect(removed.status).toBe(200);
    expectGraph(removed.json);
    expect(removed.json.fields.map(({ page }: any) => page)).toEqual([1, 3]);
    expect(removed.json.envelope).toMatchObject({ pageCount: 3, version: 5 });
    expect((await eventsOf(api, key, id)).at(-1)).toMatchObject({
      action: 'envelope.document_removed',
      payload: { documentId: documents[1].id, name: 'Annex A.pdf', removedFieldCount: 2 },
    });
    expectError(await removeDocument(api, key, id, documents[1].id), 'not_found');
    const versioned = (version: number) =>
      api.call('DELETE', `/api/v1/envelopes/${id}/documents/${documents[0].id}?expectedVersion=${version}`, {
        key,
      });
    expectError(await versioned(removed.json.envelope.version - 1), 'version_conflict', {
      currentVersion: removed.json.envelope.version,
    });
    expectIssues(await versioned(-1), ['/expectedVersion']);
    const unknown = `/api/v1/envelopes/${id}/documents/${documents[0].id}?version=1`;
    expectIssues(await api.call('DELETE', unknown, { key }), ['/version']);
  });

  it('gives the single file that is left as it was', async () => {
    const { apiKey: key } = await api.tenant();
    const { envelope } = (await createDraft(api, key)).json;
    const { json } = await addDocument(api, key, envelope.id, 'Annex.pdf');
    const [first, second] = json.envelope.documents;
    const left = await removeDocument(api, key, envelope.id, second.id);
    expect(left.json.envelope.documentHash).toBe(envelope.documentHash);
    expectInvalidState(await removeDocument(api, key, envelope.id, first.id), 'draft', 'last_document');
    await api.call('POST', `/api/v1/envelopes/${envelope.id}/send`, { key, body: { expectedVersion: 3 } });
    expectInvalidState(await removeDocument(api, key, envelope.id, first.id), 'in_progress');
  });
});
