import { describe, expect, it } from 'vitest';
import { expectError, expectInvalidState, expectIssues } from '../../support/answers.ts';
import { useApi } from '../../support/api.ts';
import { createDraft, plainPdf } from '../../support/envelopes.ts';
import { storedFiles } from '../../support/stored-files.ts';
import { actionsOf } from '../../support/traces.ts';

const MAX_DOCUMENT_BYTES = 64 * 1024;
const api = useApi({ env: { MAX_DOCUMENT_BYTES: String(MAX_DOCUMENT_BYTES) } });
const pdf = await plainPdf();
const headers = { 'content-type': 'application/octet-stream' };
const upload = (key: string, id: string, raw: Uint8Array) =>
  api.call('PUT', `/api/v1/envelopes/${id}/document`, { key, raw, headers });

async function awaiting() {
  const tenant = await api.tenant();
  const body = { originalFilename: 'Later.pdf' };
  const { json } = await api.ask('POST /api/v1/envelopes', { key: tenant.apiKey, body });
  return { ...tenant, key: tenant.apiKey, id: json.envelope.id as string };
}

describe('204', () => {
  it('keeps the bytes for upload/complete, and changes nothing about the envelope', async () => {
    const { key, id, organizationId } = await awaiting();
    const before = (await api.ask('GET /api/v1/envelopes/{id}', { key, path: { id } })).json;
    const answer = await upload(key, id, pdf);
    expect([answer.status, answer.bytes.length]).toEqual([204, 0]);
    expect(await storedFiles(api, organizationId)).toEqual([id]);
    expect((await api.ask('GET /api/v1/envelopes/{id}', { key, path: { id } })).json).toEqual(before);
    expect(await actionsOf(api, key, id)).toEqual(['envelope.created']);
  });

  it('replaces what was uploaded before', async () => {
    const { key, id, organizationId } = await awaiting();
    await upload(key, id, Buffer.from('first'));
    expect((await upload(key, id, pdf)).status).toBe(204);
    expect(await storedFiles(api, organizationId)).toEqual([id]);
  });

  it('takes a document of exactly the limit', async () => {
    const { key, id } = await awaiting();
    expect((await upload(key, id, Buffer.alloc(MAX_DOCUMENT_BYTES))).status).toBe(204);
  });
});

describe('409', () => {
  it('for an envelope created with its document', async () => {
    const { apiKey: key } = await api.tenant();
    const { envelope } = (await createDraft(api, key)).json;
    expectInvalidState(await upload(key, envelope.id, pdf), 'draft', 'document_not_uploaded');
  });

  it('once the document was received', async () => {
    const { key, id } = await awaiting();
    await upload(key, id, pdf);
    await api.ask('POST /api/v1/envelopes/{id}/upload/complete', { key, path: { id } });
    expectInvalidState(await upload(key, id, pdf), 'draft', 'document_received');
  });

  it('once the envelope is void', async () => {
    const { key, id } = await awaiting();
    await api.ask('POST /api/v1/envelopes/{id}/void', { key, path: { id }, body: { expectedVersion: 1 } });
    expectInvalidState(await upload(key, id, pdf), 'voided');
  });
});

describe('413', () => {
  it('for bytes over the limit, with and without Content-Length, keeping none', async () => {
    const { key, id, organizationId } = await awaiting();
    const raw = Buffer.alloc(MAX_DOCUMENT_BYTES + 1);
    expectError(await upload(key, id, raw), 'payload_too_large', { maxBytes: MAX_DOCUMENT_BYTES });
    const said = { ...headers, 'content-length': String(raw.length) };
    const path = `/api/v1/envelopes/${id}/document`;
    expectError(await api.call('PUT', path, { key, raw: pdf, headers: said }), 'payload_too_large', {
      maxBytes: MAX_DOCUMENT_BYTES,
    });
    expect(await storedFiles(api, organizationId)).toEqual([]);
  });
});

describe('422', () => {
  it('to no body at all', async () => {
    const { key, id } = await awaiting();
    expectIssues(await api.call('PUT', `/api/v1/envelopes/${id}/document`, { key }), ['']);
  });

  it('names query parameters that it does not know', async () => {
    const { key, id } = await awaiting();
    const path = `/api/v1/envelopes/${id}/document?variant=original`;
    expectIssues(await api.call('PUT', path, { key, raw: pdf, headers }), ['/variant']);
  });
});
