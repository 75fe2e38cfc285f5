import { describe, expect, it } from 'vitest';
import { sealEnvelope } from '#server/jobs/seal-envelope.ts';
import { computeSha256Hex } from '#server/crypto/hash.ts';
import { expectInvalidState, expectIssues } from '../../support/answers.ts';
import { useApi } from '../../support/api.ts';
import { ALICE, createDraft, plainPdf, sendDraft } from '../../support/envelopes.ts';
import { signAs } from '../../support/signer.ts';

const api = useApi();
const path = (id: string) => `/api/v1/envelopes/${id}/document`;
const read = (key: string, id: string, query = '') =>
  api.call('GET', `/api/v1/envelopes/${id}/document${query}`, { key });

describe('200', () => {
  it('returns the uploaded bytes as a download', async () => {
    const { apiKey: key } = await api.tenant();
    const document = {
      contentBase64: Buffer.from(await plainPdf()).toString('base64'),
      contentType: 'application/pdf',
    };
    const { envelope } = (await createDraft(api, key, { document, originalFilename: 'Ü "a"/b\r.pdf' })).json;
    for (const query of ['', '?variant=original']) {
      const answer = await read(key, envelope.id, query);
      expect(answer.status).toBe(200);
      expect(answer.bytes.toString('base64')).toBe(document.contentBase64);
      expect(computeSha256Hex(answer.bytes)).toBe(envelope.contentHash);
      expect(answer.headers.get('content-type')).toBe('application/pdf');
      expect(answer.headers.get('content-length')).toBe(String(answer.bytes.length));
      expect(answer.headers.get('content-disposition')).toBe(
        `attachment; filename="_ _a__b .pdf"; filename*=UTF-8''${encodeURIComponent('Ü "a"/b .pdf')}`,
      );
      expect(answer.headers.get('cache-control')).toBe('private, no-store');
    }
  });

  it('returns the bytes that signers see, for display', async () => {
    const { apiKey: key } = await api.tenant();
    const { envelope } = (await createDraft(api, key)).json;
    const answer = await read(key, envelope.id, '?variant=prepared');
    expect(computeSha256Hex(answer.bytes)).toBe(envelope.documentHash);
    expect(answer.headers.get('content-disposition')).toMatch(/^inline; filename="Agreement.pdf"/);
    const saved = await read(key, envelope.id, '?variant=prepared&download=true');
    expect(saved.headers.get('content-disposition')).toMatch(/^attachment/);
  });

  it('returns the sealed document once it exists', async () => {
    const { apiKey: key, organizationId } = await api.tenant();
    const sent = await sendDraft(api, key, { participants: [ALICE], fields: [] });
    await signAs(api, sent, ALICE);
    const { id } = sent.envelope;
    expectInvalidState(await read(key, id, '?variant=sealed'), 'completed', 'document_missing');
    await sealEnvelope(api.services, { organizationId, envelopeId: id });
    const sealed = await read(key, id, '?variant=sealed');
    expect(sealed.status).toBe(200);
    const { items } = (await api.ask('GET /api/v1/envelopes/{id}/events', { key, path: { id } })).json;
    expect(items.at(-1)).toMatchObject({
      action: 'envelope.sealed',
      payload: { sealedHash: computeSha256Hex(sealed.bytes), sizeBytes: sealed.bytes.length },
    });
    expect(sealed.headers.get('content-disposition')).toContain('Agreement (signed).pdf');
  });

  it('answers HEAD with the length', async () => {
    const { apiKey: key } = await api.tenant();
    const { envelope } = (await createDraft(api, key)).json;
    const answer = await api.call('HEAD', path(envelope.id), { key });
    expect([answer.status, answer.headers.get('content-length')]).toEqual([200, String(envelope.sizeBytes)]);
  });
});

describe('409', () => {
  it('while there is no such file', async () => {
    const { apiKey: key } = await api.tenant();
    const drafted = (await createDraft(api, key)).json.envelope;
    expectInvalidState(await read(key, drafted.id, '?variant=sealed'), 'draft', 'document_missing');
    const awaited = (await api.ask('POST /api/v1/envelopes', { key, body: { originalFilename: 'A.pdf' } }))
      .json;
    expectInvalidState(await read(key, awaited.envelope.id), 'draft', 'document_missing');
  });
});

describe('422', () => {
  it('for an unknown, empty or repeated variant, and an invalid boolean', async () => {
    const { apiKey: key } = await api.tenant();
    const { envelope } = (await createDraft(api, key)).json;
    expectIssues(await read(key, envelope.id, '?variant=final'), ['/variant']);
    expectIssues(await read(key, envelope.id, '?variant='), ['/variant']);
    expectIssues(await read(key, envelope.id, '?variant=sealed&variant=original'), ['/variant']);
    expectIssues(await read(key, envelope.id, '?download=1'), ['/download']);
  });
});
