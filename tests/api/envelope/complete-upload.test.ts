import { describe, expect, it } from 'vitest';
import { computeSha256Hex } from '#server/crypto/hash.ts';
import { uploadKey } from '#server/storage/keys.ts';
import { expectError, expectInvalidState } from '../../support/answers.ts';
import { useApi } from '../../support/api.ts';
import { plainPdf } from '../../support/envelopes.ts';
import { REFUSED_DOCUMENTS } from '../../support/refused-documents.ts';
import { expectGraph } from '../../support/shapes.ts';
import { storedFiles } from '../../support/stored-files.ts';
import { eventsOf } from '../../support/traces.ts';

const MAX_DOCUMENT_BYTES = 64 * 1024;
const api = useApi({ env: { MAX_DOCUMENT_BYTES: String(MAX_DOCUMENT_BYTES), MAX_DOCUMENT_PAGES: '5' } });
const pdf = await plainPdf(3);
const complete = (key: string, id: string) =>
  api.ask('POST /api/v1/envelopes/{id}/upload/complete', { key, path: { id } });

async function uploaded(bytes: Uint8Array = pdf) {
  const tenant = await api.tenant();
  const key = tenant.apiKey;
  const { json } = await api.ask('POST /api/v1/envelopes', { key, body: { originalFilename: 'Later.pdf' } });
  const { id } = json.envelope;
  const raw = await api.call('PUT', `/api/v1/envelopes/${id}/document`, { key, raw: bytes });
  expect(raw.status).toBe(204);
  return { ...tenant, key, id: id as string };
}

describe('200', () => {
  it('anchors hash and size, and asks for detection', async () => {
    const { key, id, organizationId } = await uploaded();
    const answer = await complete(key, id);
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.json).sort()).toEqual(['detectionRequested', 'documentReceived', 'envelope']);
    expect(answer.json).toMatchObject({ documentReceived: true, detectionRequested: true });
    expectGraph(answer.json.envelope);
    const { envelope } = answer.json.envelope;
    expect(envelope).toMatchObject({
      status: 'draft',
      detectionStatus: 'queued',
      documentStatus: 'received',
      version: 2,
      contentHash: computeSha256Hex(pdf),
      sizeBytes: pdf.length,
      pageCount: 3,
    });
    expect((await eventsOf(api, key, id)).at(-1)).toMatchObject({
      action: 'envelope.document_received',
      payload: {
        contentHash: envelope.contentHash,
        documentHash: envelope.documentHash,
        sizeBytes: pdf.length,
        pageCount: 3,
      },
    });
    expect((await storedFiles(api, organizationId)).sort()).toEqual(
      [envelope.contentHash, envelope.documentHash].sort(),
    );
  });

  it('returns the same when repeated, and logs nothing more', async () => {
    const { key, id } = await uploaded();
    const first = await complete(key, id);
    expect((await complete(key, id)).json).toEqual(first.json);
    expect(await eventsOf(api, key, id)).toHaveLength(2);
  });

  it('returns the same to concurrent calls, and receives the document once', async () => {
    for (let round = 0; round < 3; round++) {
      const { key, id } = await uploaded();
      const answers = await Promise.all(Array.from({ length: 4 }, () => complete(key, id)));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      for (const { json } of answers) expect(json).toEqual(answers[0]?.json);
      expect(answers[0]?.json.documentReceived).toBe(true);
      expect(await eventsOf(api, key, id)).toHaveLength(2);
    }
  });

  it('reports that no bytes have arrived yet', async () => {
    const { apiKey: key } = await api.tenant();
    const created = (await api.ask('POST /api/v1/envelopes', { key, body: { originalFilename: 'A.pdf' } }))
      .json;
    const answer = await complete(key, created.envelope.id);
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({ documentReceived: false, detectionRequested: false });
    expect(answer.json.envelope.envelope).toEqual(created.envelope);
  });
});

describe('409', () => {
  it('once the envelope is void', async () => {
    const { key, id } = await uploaded();
    await api.ask('POST /api/v1/envelopes/{id}/void', { key, path: { id }, body: { expectedVersion: 1 } });
    expectInvalidState(await complete(key, id), 'voided');
  });
});

describe('413', () => {
  it('for bytes over the limit that were uploaded directly', async () => {
    const { key, id, organizationId } = await uploaded();
    await api.services.storage.put(uploadKey(organizationId, id), Buffer.alloc(MAX_DOCUMENT_BYTES + 1));
    expectError(await complete(key, id), 'payload_too_large', { maxBytes: MAX_DOCUMENT_BYTES });
    expect(await storedFiles(api, organizationId)).toEqual([]);
  });
});

describe('422', () => {
  it('to a damaged DOCX', async () => {
    const { key, id, organizationId } = await uploaded(Buffer.from('PK\x03\x04 and so on'));
    expectError(await complete(key, id), 'document_unreadable', { reason: 'malformed' });
    expect(await storedFiles(api, organizationId)).toEqual([]);
    expect((await complete(key, id)).json).toMatchObject({ documentReceived: false });
  });

  it.each(REFUSED_DOCUMENTS.filter(([name]) => name !== 'empty'))(
    'to a document that is %s; another one can be uploaded',
    async (_name, document, reason) => {
      const { key, id, organizationId } = await uploaded(await document());
      expectError(await complete(key, id), 'document_unreadable', { reason });
      expect(await storedFiles(api, organizationId)).toEqual([]);
      expect(await eventsOf(api, key, id)).toHaveLength(1);
      await api.call('PUT', `/api/v1/envelopes/${id}/document`, { key, raw: pdf });
      expect((await complete(key, id)).json.documentReceived).toBe(true);
    },
  );
});
