import { copyFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '#domain/limits.ts';
import { ConversionInterrupted, type Converter } from '#server/conversion/converter.ts';
import { computeSha256Hex } from '#server/crypto/hash.ts';
import { receiveInTime, STILL_CONVERTING } from '#server/document/receive-in-time.ts';
import { withSpooledFile } from '#server/document/receive.ts';
import { readDocument } from '#server/jobs/read-document.ts';
import { uploadKey } from '#server/storage/keys.ts';
import { expectError, expectInvalidState } from '../../support/answers.ts';
import { useApi } from '../../support/api.ts';
import { CONVERTER_START_MS } from '../../support/patience.ts';
import type { BodyOf } from '../../support/ask.ts';
import { plainPdf } from '../../support/envelopes.ts';
import { compoundFile, docx, docxFiles, relationship, zip } from '../../support/docx.ts';
import { negotiatedContract } from '../../support/tracked-changes.ts';
import { scratchDirectory, textOf, writtenTo } from '../../support/pdf.ts';
import { storedFiles } from '../../support/stored-files.ts';
import { actionsOf, eventsOf, jobsOf } from '../../support/traces.ts';

const TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
// The driver that needs only the package, because the tests must run on every machine.
const api = useApi({ env: { DOCX_CONVERTER: 'wasm' } });
const agreement = docx('Consulting agreement', 'between Åse Ångström and 山田太郎');

const CHANGED_TEXTS = [
  ...['Clause brand new', 'Draft two', 'extra', 'New line'],
  ...['Clause struck out', 'Draft one', 'included', 'Old line'],
];

async function create(bytes: Uint8Array, extra: Partial<BodyOf<'POST /api/v1/envelopes'>> = {}) {
  const { apiKey: key, organizationId } = await api.tenant();
  const document = { contentBase64: Buffer.from(bytes).toString('base64'), contentType: TYPE } as const;
  const body = { originalFilename: 'Agreement.docx', document, detect: false, ...extra };
  const answer = await api.ask('POST /api/v1/envelopes', { key, body });
  return { key, organizationId, answer };
}
const get = async (key: string, id: string) =>
  (await api.ask('GET /api/v1/envelopes/{id}', { key, path: { id } })).json.envelope;

/** Replaces the converter for the rest of the test. */
async function withConverter(converter: Converter, use: () => Promise<void>): Promise<void> {
  const services = api.services as { converter: Converter };
  const usual = services.converter;
  services.converter = converter;
  try {
    await use();
  } finally {
    services.converter = usual;
  }
}
const converterThat = (convert: Converter['convert']): Converter => ({
  available: true,
  convert,
  close: async () => undefined,
});
const tooSlow = converterThat(() => Promise.reject(new ConversionInterrupted('too slow')));

describe('a Word document', () => {
  it(
    'becomes the PDF that is shown and signed, and is kept unchanged',
    async () => {
      const { key, organizationId, answer } = await create(agreement);
      expect(answer.status).toBe(201);
      const { id } = answer.json.envelope;
      // On a busy machine, starting the converter may take longer than a request waits.
      await readDocument(api.services, { organizationId, envelopeId: id }, false);
      const envelope = await get(key, id);
      expect(envelope).toMatchObject({
        status: 'draft',
        displayName: 'Agreement',
        sourceFormat: 'docx',
        documentStatus: 'received',
        contentHash: computeSha256Hex(agreement),
        sizeBytes: agreement.length,
        pageCount: 1,
      });
      const original = await api.ask('GET /api/v1/envelopes/{id}/document', {
        key,
        path: { id: envelope.id },
      });
      expect(original.headers.get('content-type')).toBe(TYPE);
      expect(original.headers.get('content-disposition')).toContain('Agreement.docx');
      expect(original.bytes.equals(agreement)).toBe(true);
      const prepared = await api.ask('GET /api/v1/envelopes/{id}/document', {
        key,
        path: { id: envelope.id },
        query: { variant: 'prepared' },
      });
      expect(prepared.headers.get('content-type')).toBe('application/pdf');
      expect(computeSha256Hex(prepared.bytes)).toBe(envelope.documentHash);
      const scratch = scratchDirectory();
      const text = textOf(writtenTo(scratch.path, 'prepared.pdf', prepared.bytes));
      scratch.remove();
      expect(text).toContain('Consulting agreement');
      expect(text).toContain('山田太郎');
      expect((await storedFiles(api, organizationId)).sort()).toEqual(
        [envelope.contentHash, envelope.documentHash].sort(),
      );
    },
    CONVERTER_START_MS,
  );

  it(
    'is converted by a job with the requested options',
    async () => {
      const { apiKey: key, organizationId } = await api.tenant();
      const made = await api.ask('POST /api/v1/envelopes', { key, body: { originalFilename: 'Later.docx' } });
      const { id } = made.json.envelope;
      expect(made.json.envelope.document).toBeNull();
      await api.call('PUT', `/api/v1/envelopes/${id}/document`, { key, raw: negotiatedContract() });
      await withConverter(tooSlow, async () => {
        const body = { trackedChanges: 'reject' } as const;
        const { json } = await api.ask('POST /api/v1/envelopes/{id}/upload/complete', {
          key,
          path: { id },
          body,
        });
        expect(json.envelope.envelope.documentStatus).toBe('processing');
      });
      await readDocument(api.services, { organizationId, envelopeId: id }, false);
      const { json } = await api.ask('GET /api/v1/envelopes/{id}', { key, path: { id } });
      const notices = [
        { code: 'tracked_changes_rejected', count: 17 },
        { code: 'comments', count: 1 },
      ];
      expect(json.envelope.document?.notices).toEqual(notices);
      const events = await eventsOf(api, key, id);
      const received = events.find(({ action }) => action === 'envelope.document_received');
      expect(received?.payload?.['notices']).toEqual(notices);
    },
    CONVERTER_START_MS,
  );

  it('may be uploaded', async () => {
    const { apiKey: key, organizationId } = await api.tenant();
    const made = await api.ask('POST /api/v1/envelopes', { key, body: { originalFilename: 'Later.docx' } });
    const { id } = made.json.envelope;
    await api.call('PUT', `/api/v1/envelopes/${id}/document`, { key, raw: agreement });
    const { json } = await api.ask('POST /api/v1/envelopes/{id}/upload/complete', { key, path: { id } });
    expect(json).toMatchObject({ documentReceived: true, detectionRequested: true });
    await readDocument(api.services, { organizationId, envelopeId: id }, false);
    expect(await get(key, id)).toMatchObject({
      sourceFormat: 'docx',
      contentHash: computeSha256Hex(agreement),
      status: 'review',
    });
  });

  it.each([
    [
      'accept',
      [
        '1,200 dollars',
        'Payment is due within thirty days',
        'Clause brand new',
        'Draft two',
        'extra',
        'New line',
      ],
    ],
    ['reject', ['900 dollars', 'Clause struck out', 'Draft one', 'included', 'Old line']],
    ['keep', ['900 dollars1,200 dollars', 'Clause struck out', 'Clause brand new', 'Old line', 'New line']],
  ] as const)(
    'has its tracked changes handled: %s',
    async (trackedChanges, expected) => {
      const { key, organizationId, answer } = await create(negotiatedContract(), { trackedChanges });
      const { id } = answer.json.envelope;
      await readDocument(api.services, { organizationId, envelopeId: id }, false);
      const { json } = await api.ask('GET /api/v1/envelopes/{id}', { key, path: { id } });
      const codes = { accept: 'accepted', reject: 'rejected', keep: 'kept' };
      const notices = [
        { code: `tracked_changes_${codes[trackedChanges]}`, count: 17 },
        { code: 'comments', count: 1 },
      ];
      expect(json.envelope.document).toEqual({ notices });
      const recorded = (await eventsOf(api, key, id)).flatMap(({ payload }) => payload?.['notices'] ?? []);
      expect(recorded).toEqual(notices);
      const prepared = await api.ask('GET /api/v1/envelopes/{id}/document', {
        key,
        path: { id },
        query: { variant: 'prepared' },
      });
      const scratch = scratchDirectory();
      const text = textOf(writtenTo(scratch.path, 'prepared.pdf', prepared.bytes)).replace(/\s+/g, ' ');
      scratch.remove();
      const all = CHANGED_TEXTS.filter(
        (one) => trackedChanges === 'keep' || expected.some((other) => other === one),
      );
      for (const one of CHANGED_TEXTS) expect(text.includes(one), one).toBe(all.includes(one));
      for (const one of expected) expect(text).toContain(one);
      expect(text.split('Clause on the move').length - 1).toBe(trackedChanges === 'keep' ? 2 : 1);
      expect(text).not.toContain('Is this right?');
    },
    CONVERTER_START_MS,
  );

  it.each([
    ['macros', zip(docxFiles(['x'], { files: [{ name: 'word/vbaProject.bin', content: 'x' }] }))],
    [
      'external_relationships',
      zip(docxFiles(['x'], { relationships: relationship('image', 'http://example.com/a.png') })),
    ],
    ['encrypted', compoundFile('EncryptionInfo', 'EncryptedPackage')],
    ['legacy_word', compoundFile('WordDocument')],
    ['not_pdf_or_docx', compoundFile('Workbook')],
  ])('is refused for %s, and nothing is stored', async (reason, bytes) => {
    const { organizationId, answer } = await create(bytes);
    expectError(answer, 'document_unreadable', { reason });
    expect(await storedFiles(api, organizationId)).toEqual([]);
  });
});

it('a Word document that cannot be converted is refused, and nothing is stored', async () => {
  for (const reason of ['conversion_failed', 'conversion_timeout', 'too_complex'] as const) {
    await withConverter(
      converterThat(async () => ({ ok: false, reason })),
      async () => {
        const { organizationId, answer } = await create(agreement);
        expectError(answer, 'document_unreadable', { reason });
        expect(await storedFiles(api, organizationId)).toEqual([]);
      },
    );
  }
});

describe('a conversion that takes longer than a request waits', () => {
  it('continues as a job, and the envelope shows it', async () => {
    await withConverter(tooSlow, async () => {
      const { key, organizationId, answer } = await create(agreement, { detect: true });
      expect(answer.status).toBe(201);
      const { id } = answer.json.envelope;
      expect(answer.json.envelope).toMatchObject({
        version: 1,
        sourceFormat: 'docx',
        documentStatus: 'processing',
        documentHash: null,
        contentHash: null,
      });
      expect(await jobsOf(api, id)).toHaveLength(1);
      const missing = await api.ask('GET /api/v1/envelopes/{id}/document', {
        key,
        path: { id },
        query: { variant: 'prepared' },
      });
      expectInvalidState(missing, 'draft', 'document_missing');
      const replaced = await api.call('PUT', `/api/v1/envelopes/${id}/document`, { key, raw: agreement });
      expectInvalidState(replaced, 'draft', 'document_processing');
      const { json } = await api.ask('POST /api/v1/envelopes/{id}/upload/complete', { key, path: { id } });
      expect(json).toMatchObject({ documentReceived: true, detectionRequested: true });

      const pdf = await plainPdf(2);
      await withConverter(
        converterThat(async (_requester, _source, target) => {
          await withSpooledFile(pdf, (path) => copyFile(path, target));
          return { ok: true, driver: 'wasm' };
        }),
        () => readDocument(api.services, { organizationId, envelopeId: id }, false),
      );
      expect(await get(key, id)).toMatchObject({
        status: 'review',
        documentStatus: 'received',
        contentHash: computeSha256Hex(agreement),
        pageCount: 2,
      });
      expect(await actionsOf(api, key, id)).toEqual([
        'envelope.created',
        'envelope.document_received',
        'envelope.detection_started',
        'envelope.detection_completed',
      ]);
      expect(await api.services.storage.stat(uploadKey(organizationId, id))).toBeNull();
    });
  });

  it('leaves an envelope that says why it failed and accepts another document', async () => {
    const { apiKey: key, organizationId } = await api.tenant();
    const made = await api.ask('POST /api/v1/envelopes', {
      key,
      body: { originalFilename: 'Later.docx', detect: false },
    });
    const { id } = made.json.envelope;
    await api.call('PUT', `/api/v1/envelopes/${id}/document`, { key, raw: agreement });
    await withConverter(tooSlow, async () => {
      const { json } = await api.ask('POST /api/v1/envelopes/{id}/upload/complete', { key, path: { id } });
      expect(json.envelope.envelope).toMatchObject({ documentStatus: 'processing', version: 2 });
    });
    await withConverter(
      converterThat(async () => ({ ok: false, reason: 'conversion_timeout' })),
      () => readDocument(api.services, { organizationId, envelopeId: id }, false),
    );
    expect(await get(key, id)).toMatchObject({
      status: 'draft',
      documentStatus: 'refused',
      documentRefusal: 'conversion_timeout',
    });
    expect((await eventsOf(api, key, id)).slice(1)).toMatchObject([
      { action: 'envelope.document_uploaded', actorType: 'api_key' },
      { action: 'envelope.document_refused', actorType: 'system', payload: { reason: 'conversion_timeout' } },
    ]);
    const { json } = await api.ask('GET /api/v1/envelopes', { key, query: { view: 'attention' } });
    expect(json.items).toMatchObject([{ id, attention: ['detection_failed'] }]);

    expect(
      (await api.call('PUT', `/api/v1/envelopes/${id}/document`, { key, raw: await plainPdf() })).status,
    ).toBe(204);
    const again = await api.ask('POST /api/v1/envelopes/{id}/upload/complete', { key, path: { id } });
    expect(again.json.envelope.envelope).toMatchObject({
      documentStatus: 'received',
      documentRefusal: null,
      sourceFormat: 'pdf',
      detectionStatus: 'none',
    });
  });

  it('stops waiting at the limit', async () => {
    const { organizationId } = await api.tenant();
    const asked: AbortSignal[] = [];
    const services = {
      ...api.services,
      converter: converterThat(({ signal }) => {
        if (signal !== undefined) asked.push(signal);
        return Promise.reject(new ConversionInterrupted('too slow'));
      }),
    };
    const outcome = await withSpooledFile(agreement, (path) =>
      receiveInTime(services, organizationId, path, {
        trackedChanges: 'accept',
        textTags: false,
        variableValues: null,
      }),
    );
    expect(outcome).toBe(STILL_CONVERTING);
    expect(asked).toHaveLength(1);
    expect(LIMITS.conversionWaitMs).toBeLessThan(LIMITS.idempotencyLeaseMs);
  });
});
