import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyChain } from '#domain/event/chain.ts';
import { computeSha256Hex } from '#server/crypto/hash.ts';
import { expectInvalidState } from '../../support/answers.ts';
import { useApi, type Tenant } from '../../support/api.ts';
import { ALICE, createDraft, plainPdf, SIGNATURE, sendDraft } from '../../support/envelopes.ts';
import { dataUrl } from '../../support/pictures.ts';
import { signAs } from '../../support/signer.ts';

const api = useApi({ work: true });
const directory = mkdtempSync(join(tmpdir(), 'countersign-completed-'));
let tenant: Tenant;
let id: string;
let attached: Uint8Array;

const field = (extra: object) => ({
  page: 1,
  x: 0.1,
  y: 0.2,
  width: 0.3,
  height: 0.04,
  participantIndex: 0,
  ...extra,
});
const get = (path: string) => api.call('GET', `/api/v1/envelopes/${id}${path}`, { key: tenant.apiKey });

beforeAll(async () => {
  tenant = await api.tenant();
  attached = await plainPdf();
  const graph = await sendDraft(api, tenant.apiKey, {
    participants: [ALICE],
    fields: [
      { ...SIGNATURE, participantIndex: 0, label: 'Signature' },
      field({ type: 'date', label: 'Effective date', y: 0.1 }),
      field({ type: 'text', label: 'Governing law:', y: 0.2 }),
      field({ type: 'text', label: 'Notes', required: false, y: 0.3 }),
      field({ type: 'text', label: 'Notes', required: false, y: 0.4 }),
      field({ type: 'attachment', label: 'Passport', y: 0.5 }),
    ],
  });
  id = graph.envelope.id;
  const [, date, law, notes, , file] = graph.fields.map((one: { id: string }) => one.id);
  const url = dataUrl('application/pdf;name=P%C3%A4sse%20%E2%9C%93.pdf', attached);
  const signed = await signAs(api, graph, ALICE, [
    { fieldId: date, value: '2027-04-01' },
    { fieldId: law, value: 'Sweden' },
    { fieldId: notes, value: 'none' },
    { fieldId: file, value: url },
  ]);
  expect([signed.status, signed.json]).toEqual([200, { status: 'completed' }]);
  await api.until('the seal', async () => (await get('')).json.envelope.sealedAt);
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

describe('GET extract', () => {
  it('200: returns parties, dates and labeled fields of a completed envelope', async () => {
    const { status, json } = await get('/extract');
    expect(status).toBe(200);
    expect(json).toMatchObject({
      status: 'extracted',
      envelopeId: id,
      envelopeStatus: 'completed',
      parties: [
        { name: ALICE.name, email: ALICE.email, company: ALICE.company, title: ALICE.title, role: null },
      ],
      dates: { effectiveDate: '2027-04-01', agreementDate: null, expirationDate: null },
      semantic: {
        dates: [
          {
            kind: 'effective',
            value: '2027-04-01',
            text: 'Effective date',
            page: 1,
            source: 'field',
            confidence: 1,
          },
        ],
        governingLaw: { value: 'Sweden', text: 'Governing law:', page: 1, source: 'field', confidence: 1 },
        perpetual: null,
        parties: [],
      },
    });
    expect(json.parties[0].signedAt).toBe(api.clock.now.toISOString());
    expect(json.fields.map(({ key }: { key: string }) => key)).toEqual([
      'signature',
      'effective_date',
      'governing_law',
      'notes',
      'notes_2',
      'passport',
    ]);
    expect(json.fields[3]).toMatchObject({ label: 'Notes', type: 'text', value: 'none' });
  });

  it('200: returns not_extracted until completion', async () => {
    const { json } = await createDraft(api, tenant.apiKey);
    const answer = await api.ask('GET /api/v1/envelopes/{id}/extract', {
      key: tenant.apiKey,
      path: { id: json.envelope.id },
    });
    expect(answer.json).toEqual({
      status: 'not_extracted',
      envelopeId: json.envelope.id,
      envelopeStatus: 'draft',
      message: expect.any(String),
    });
  });
});

describe('GET evidence', () => {
  it('200: returns the chain, the hashes and the certificates of the seal', async () => {
    const { json } = await get('/evidence');
    expect(verifyChain(json.events, computeSha256Hex)).toMatchObject({ ok: true, head: json.headHash });
    const sealed = await get('/document?variant=sealed');
    const prepared = await get('/document?variant=prepared');
    const original = await get('/document');
    expect(json.documents).toEqual({
      original: computeSha256Hex(original.bytes),
      prepared: computeSha256Hex(prepared.bytes),
      sealed: computeSha256Hex(sealed.bytes),
      certificate: null,
    });
    expect(json.sealCertificates).toHaveLength(2);
    const leaf = join(directory, 'leaf.der');
    writeFileSync(leaf, Buffer.from(json.sealCertificates[0], 'base64'));
    const subject = execFileSync('openssl', ['x509', '-inform', 'DER', '-in', leaf, '-noout', '-subject'], {
      encoding: 'utf8',
    });
    expect(subject).toContain('Acme GmbH');
  });

  it('200: has no certificates before the seal', async () => {
    const { json } = await createDraft(api, tenant.apiKey);
    const answer = await api.ask('GET /api/v1/envelopes/{id}/evidence', {
      key: tenant.apiKey,
      path: { id: json.envelope.id },
    });
    expect(answer.json).toMatchObject({ sealCertificates: [], documents: { sealed: null } });
    expect(answer.json.events).toHaveLength(1);
  });
});

describe('GET document', () => {
  it('200: returns the certificate pages as a separate file', async () => {
    const answer = await get('/document?variant=certificate');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    const file = join(directory, 'certificate.pdf');
    writeFileSync(file, answer.bytes);
    expect(execFileSync('qpdf', ['--check', file], { encoding: 'utf8' })).toContain(
      'No syntax or stream encoding errors',
    );
    const text = execFileSync('pdftotext', [file, '-'], { encoding: 'utf8' });
    expect(text).toContain(ALICE.name);
    expect(text).not.toContain('Page 1 of the agreement');
  });

  it('409: has no certificate before the seal', async () => {
    const { json } = await createDraft(api, tenant.apiKey);
    expectInvalidState(
      await api.ask('GET /api/v1/envelopes/{id}/document', {
        key: tenant.apiKey,
        path: { id: json.envelope.id },
        query: { variant: 'certificate' },
      }),
      'draft',
      'document_missing',
    );
  });
});

describe('the sealed document', () => {
  it('contains the evidence and the file that the signer attached', async () => {
    const file = join(directory, 'sealed.pdf');
    writeFileSync(file, (await get('/document?variant=sealed')).bytes);
    const list = execFileSync('pdfdetach', ['-list', file], { encoding: 'utf8' });
    expect(list).toContain('2 embedded files');
    expect(list).toContain('Pässe ✓.pdf');
    execFileSync('pdfdetach', ['-save', '1', '-o', join(directory, 'attached.pdf'), file]);
    expect(readFileSync(join(directory, 'attached.pdf')).equals(attached)).toBe(true);
    expect(execFileSync('pdfsig', [file], { encoding: 'utf8' })).toContain('Signature is Valid');
  });
});
