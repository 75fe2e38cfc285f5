import { beforeAll, describe, expect, it } from 'vitest';
import { computeSha256Hex } from '#server/crypto/hash.ts';
import { pdfsig, pdftotext, qpdfCheck } from '../../pdf/support/pdf-tools.ts';
import { formDocument, signedBefore, type SigningOptions } from '../../pdf/support/signed-document.ts';
import { useApi, type Tenant } from '../../support/api.ts';
import { ALICE, BOB, createDraft, plainPdf, SIGNATURE, sendDraft } from '../../support/envelopes.ts';
import { signAs, tokenOf } from '../../support/signer.ts';

const api = useApi({ work: true });
let tenant: Tenant;
beforeAll(async () => {
  tenant = await api.tenant();
});

/** In A4 user space, and as fractions from the top. */
const BOX = [60, 600, 260, 650] as const;
const PLACE = { x: 60 / 595.28, y: 1 - 650 / 841.89, width: 200 / 595.28, height: 50 / 841.89 };

async function signedForm(options: SigningOptions = {}): Promise<Uint8Array> {
  return await signedBefore(
    await formDocument([{ name: 'Theirs', type: 'Sig', box: BOX }], [{}, {}]),
    options,
  );
}

const documentOf = (bytes: Uint8Array) => ({
  document: { contentBase64: Buffer.from(bytes).toString('base64'), contentType: 'application/pdf' },
});

async function download(id: string, query: string): Promise<Uint8Array> {
  const answer = await api.call('GET', `/api/v1/envelopes/${id}/document?${query}`, { key: tenant.apiKey });
  expect(answer.status).toBe(200);
  return answer.bytes;
}

async function sealed(id: string): Promise<void> {
  await api.until('the seal', async () => {
    const { json } = await api.call('GET', `/api/v1/envelopes/${id}`, { key: tenant.apiKey });
    return json.envelope.sealedAt;
  });
}

describe('an envelope of a signed PDF', () => {
  let source: Uint8Array;
  let id: string;
  let token: string;

  beforeAll(async () => {
    source = await signedForm();
    const graph = await sendDraft(api, tenant.apiKey, {
      ...documentOf(source),
      participants: [ALICE],
      fields: [
        { ...SIGNATURE, participantIndex: 0 },
        { ...SIGNATURE, type: 'name', page: 2, participantIndex: 0 },
      ],
    });
    id = graph.envelope.id;
    token = await tokenOf(api, graph, ALICE.email);
    const values = [{ fieldId: graph.fields[1].id, value: ALICE.name }];
    const signed = await signAs(api, graph, ALICE, values);
    expect([signed.status, signed.json]).toEqual([200, { status: 'completed' }]);
    await sealed(id);
  });

  it('is presented byte for byte as it was uploaded', async () => {
    const { json } = await api.call('GET', `/api/v1/envelopes/${id}`, { key: tenant.apiKey });
    expect(json.envelope.documentHash).toBe(computeSha256Hex(source));
    expect(json.envelope.document.notices).toEqual([{ code: 'signatures_kept', count: 1 }]);
    expect(Buffer.compare(await download(id, 'variant=prepared'), source)).toBe(0);
  });

  it('is sealed by another signature, and the first one stays valid', async () => {
    const bytes = await download(id, 'variant=sealed');
    expect(Buffer.compare(bytes.subarray(0, source.length), source)).toBe(0);
    expect(pdfsig(bytes).match(/Signature is Valid/g)).toHaveLength(3);
    expect(qpdfCheck(bytes).status).toBe(0);
    expect(pdftotext(bytes)).toContain(ALICE.name);
  });

  it('has its certificate as a file of its own, for the sender and the signer', async () => {
    const certificate = await download(id, 'variant=certificate');
    expect(pdfsig(certificate)).toContain('Signature is Valid');
    const text = pdftotext(certificate, '-raw').replaceAll(/\s/g, '');
    expect(text).toContain(computeSha256Hex(await download(id, 'variant=sealed')));
    const view = await api.call('GET', '/api/signer/envelope', { key: token });
    expect(view.json.envelope.hasCertificateFile).toBe(true);
    const own = await api.call('GET', '/api/signer/document?variant=certificate', { key: token });
    expect([own.status, computeSha256Hex(own.bytes)]).toEqual([200, computeSha256Hex(certificate)]);
  });

  it('names the certificate in the evidence and the log', async () => {
    const hash = computeSha256Hex(await download(id, 'variant=certificate'));
    const { json } = await api.call('GET', `/api/v1/envelopes/${id}/evidence`, { key: tenant.apiKey });
    expect(json.documents.certificate).toBe(hash);
    const event = json.events.find(({ action }: { action: string }) => action === 'envelope.sealed');
    expect(event.payload.certificateHash).toBe(hash);
  });

  it('takes no other file', async () => {
    const draft = await createDraft(api, tenant.apiKey, documentOf(source));
    const answer = await api.call('POST', `/api/v1/envelopes/${draft.json.envelope.id}/documents`, {
      key: tenant.apiKey,
      body: { originalFilename: 'Annex.pdf', ...documentOf(await plainPdf()) },
    });
    expect([answer.status, answer.json.details.reason]).toEqual([409, 'signed_document']);
  });

  it('cannot be added to others', async () => {
    const draft = await createDraft(api, tenant.apiKey);
    const answer = await api.call('POST', `/api/v1/envelopes/${draft.json.envelope.id}/documents`, {
      key: tenant.apiKey,
      body: { originalFilename: 'Signed.pdf', ...documentOf(source) },
    });
    expect([answer.status, answer.json.details.reason]).toEqual([422, 'already_signed']);
  });
});

describe('a certified PDF that permits filling in its form', () => {
  it('is sent only with fields on its form, and sealed in them', async () => {
    const source = await signedForm({ certify: 2 });
    const draft = await createDraft(api, tenant.apiKey, {
      ...documentOf(source),
      participants: [ALICE],
      fields: [{ ...SIGNATURE, participantIndex: 0 }],
    });
    const { id, version } = draft.json.envelope;
    const refused = await api.call('POST', `/api/v1/envelopes/${id}/send`, {
      key: tenant.apiKey,
      body: { expectedVersion: version },
    });
    expect([refused.status, refused.json.details.issues[0].path]).toEqual([422, '/fields/0']);

    const graph = await sendDraft(api, tenant.apiKey, {
      ...documentOf(source),
      participants: [ALICE],
      fields: [{ ...SIGNATURE, ...PLACE, participantIndex: 0 }],
    });
    await signAs(api, graph, ALICE, []);
    await sealed(graph.envelope.id);
    const bytes = await download(graph.envelope.id, 'variant=sealed');
    expect(pdfsig(bytes).match(/Signature Field Name: .*/g)).toEqual([
      'Signature Field Name: Theirs',
      'Signature Field Name: Signature1',
    ]);
    expect(pdfsig(bytes).match(/Signature is Valid/g)).toHaveLength(2);
  });

  it.each<[string, SigningOptions]>([
    ['P=1', { certify: 1 }],
    ['a lock of all fields', { lock: { action: 'All' } }],
  ])('is refused with %s', async (_, options) => {
    const answer = await createDraft(api, tenant.apiKey, documentOf(await signedForm(options)));
    expect([answer.status, answer.json.details.reason]).toEqual([422, 'signature_forbids']);
  });
});

it('a certificate with private answers of others is not for every signer', async () => {
  const graph = await sendDraft(api, tenant.apiKey, {
    ...documentOf(await signedForm()),
    participants: [ALICE, BOB],
    fields: [
      { ...SIGNATURE, participantIndex: 0 },
      { ...SIGNATURE, x: 0.5, participantIndex: 1 },
      { ...SIGNATURE, type: 'text', y: 0.2, participantIndex: 1, private: true, key: 'salary' },
    ],
  });
  await signAs(api, graph, ALICE, []);
  const token = await tokenOf(api, graph, BOB.email);
  const view = await api.call('GET', '/api/signer/envelope', { key: token });
  const salary = view.json.fields.find(({ key }: { key: string }) => key === 'salary');
  await signAs(api, graph, BOB, [{ fieldId: salary.id, value: '4711' }]);
  await sealed(graph.envelope.id);
  const first = await tokenOf(api, graph, ALICE.email);
  const refused = await api.call('GET', '/api/signer/document?variant=certificate', { key: first });
  expect([refused.status, refused.json.details.reason]).toEqual([409, 'document_missing']);
});
