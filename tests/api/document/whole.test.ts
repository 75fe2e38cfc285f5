import { describe, expect, it } from 'vitest';
import { computeSha256Hex } from '#server/crypto/hash.ts';
import { addDocument, draftOfThree, inBody, namesOf, removeDocument } from '../../support/added-documents.ts';
import { expectIssues } from '../../support/answers.ts';
import { useApi } from '../../support/api.ts';
import { ALICE, createDraft, plainPdf, SIGNATURE } from '../../support/envelopes.ts';
import { scratchDirectory, textOf, uncompressed, writtenTo } from '../../support/pdf.ts';
import { signAs, tokenOf } from '../../support/signer.ts';

const api = useApi({ work: true });
const FIELDS = [1, 3, 4].map((page) => ({ ...SIGNATURE, page, participantIndex: 0 }));
const read = async (key: string, id: string) =>
  (await api.ask('GET /api/v1/envelopes/{id}', { key, path: { id } })).json as any;

async function sentOfThree(key: string): Promise<any> {
  const draft = await draftOfThree(api, key, { participants: [ALICE], fields: FIELDS });
  const { id, version } = draft.envelope;
  const body = { expectedVersion: version };
  return (await api.call('POST', `/api/v1/envelopes/${id}/send`, { key, body })).json;
}

/** What qpdf and poppler find in a file. */
function contentOf(bytes: Uint8Array): { plain: string; text: string } {
  const scratch = scratchDirectory();
  try {
    const path = writtenTo(scratch.path, 'file.pdf', bytes);
    return { plain: uncompressed(path), text: textOf(path) };
  } finally {
    scratch.remove();
  }
}

describe('an envelope of several documents', () => {
  it('is signed and sealed as one, with each file on the certificate and in the evidence', async () => {
    const { apiKey: key } = await api.tenant();
    const sent = await sentOfThree(key);
    const { id, documents } = sent.envelope;
    const token = await tokenOf(api, sent, ALICE.email);
    const shown = documents.map(({ id: own, name, firstPage, pageCount }: any) => ({
      ...{ id: own, name, firstPage, pageCount },
    }));
    const invitation = await api.call('GET', '/api/signer/invitation', { key: token });
    expect(invitation.json.documents).toEqual(shown);
    const view = await api.call('GET', '/api/signer/envelope', { key: token });
    expect(view.json.envelope.documents).toEqual(shown);
    await signAs(api, sent, ALICE);
    const sealed = await api.until('the seal', async () => {
      const graph = await read(key, id);
      return graph.envelope.sealedAt === null ? null : graph;
    });
    expect(sealed.envelope.documents).toEqual(documents);

    const document = async (query: string) =>
      (await api.call('GET', `/api/v1/envelopes/${id}/document?${query}`, { key })).bytes;
    const whole = await document('variant=sealed');
    const { plain, text } = contentOf(whole);
    expect(plain.match(/\/Title \((Agreement|Annex A|Annex B)\.pdf\)/g)).toHaveLength(3);
    const words = text.replace(/\s+/g, '');
    for (const { name, contentHash } of documents) {
      expect(words).toContain(name.replace(/\s+/g, ''));
      expect(words).toContain(contentHash);
    }
    const evidence = (await api.call('GET', `/api/v1/envelopes/${id}/evidence`, { key })).json;
    expect(evidence.files).toEqual(documents);

    const excerpt = contentOf(await document(`variant=sealed&document=${documents[1].id}`)).text;
    expect(excerpt).toContain('Annex A.pdf');
    expect(excerpt).toContain('Excerpt: Page 3 of');
    expect(excerpt).toContain(computeSha256Hex(whole));
    expect(excerpt).not.toContain('Annex B.pdf');
    expect(contentOf(await document(`variant=prepared&document=${documents[2].id}`)).text.trim()).toBe(
      'Annex B.pdf',
    );
    expectIssues(
      await api.call(
        'GET',
        `/api/v1/envelopes/${id}/document?variant=certificate&document=${documents[1].id}`,
        { key },
      ),
      ['/document'],
    );
    const extracted = (await api.call('GET', `/api/v1/envelopes/${id}/extract`, { key })).json;
    expect(extracted.status).toBe('extracted');
  });

  it('is copied with all of them, and their own ids', async () => {
    const { apiKey: key } = await api.tenant();
    const draft = await draftOfThree(api, key, { participants: [ALICE], fields: FIELDS });
    const { id, documents, documentHash } = draft.envelope;
    const copied = (await api.call('POST', `/api/v1/envelopes/${id}/copy`, { key, body: {} })).json;
    expect(copied.envelope.documentHash).toBe(documentHash);
    const without = ({ id: _id, ...rest }: any) => rest;
    expect(copied.envelope.documents.map(without)).toEqual(documents.map(without));
    expect(copied.envelope.documents[0].id).not.toBe(documents[0].id);
    const left = await removeDocument(api, key, copied.envelope.id, copied.envelope.documents[0].id);
    expect(left.json.fields.map(({ page }: any) => page)).toEqual([1, 2]);
    expect((await read(key, id)).envelope.documents).toEqual(documents);
  });

  it('becomes a template whose envelopes have them all', async () => {
    const { apiKey: key } = await api.tenant();
    const draft = await draftOfThree(api, key, { participants: [ALICE], fields: FIELDS });
    const [{ id: participantId }] = draft.participants;
    const template = await api.call('POST', '/api/v1/templates', {
      key,
      body: {
        sourceEnvelopeId: draft.envelope.id,
        name: 'Three',
        roles: [{ name: 'Client', participantId }],
      },
    });
    expect(template.status).toBe(201);
    const made = await api.call('POST', `/api/v1/templates/${template.json.template.id}/envelopes`, {
      key,
      body: { recipients: { client: { name: ALICE.name, email: ALICE.email } } },
    });
    expect(made.json.envelope).toMatchObject({
      status: 'in_progress',
      documentHash: draft.envelope.documentHash,
    });
    expect(namesOf(made.json)).toEqual(namesOf(draft));
    expect(made.json.fields.map(({ page }: any) => page)).toEqual([1, 3, 4]);
    const events = await api.call('GET', `/api/v1/envelopes/${made.json.envelope.id}/events`, { key });
    const listed = events.json.items.map(({ payload }: any) => payload.documents?.length);
    expect(listed.slice(0, 2)).toEqual([3, 3]);
  });

  it('finds the fields of an added document on their pages', async () => {
    const { apiKey: key } = await api.tenant();
    const { envelope } = (await createDraft(api, key, { document: inBody(await plainPdf(2)) })).json;
    const form = await signaturePage();
    const added = await addDocument(api, key, envelope.id, 'Form.pdf', {
      document: inBody(form),
      detect: true,
    });
    expect(added.status).toBe(201);
    const graph = await api.until('detection', async () => {
      const now = await read(key, envelope.id);
      return now.envelope.detectionStatus === 'completed' ? now : null;
    });
    const found = graph.fields.filter(({ source }: any) => source === 'detected');
    expect(found.length).toBeGreaterThan(0);
    expect(new Set(found.map(({ page }: any) => page))).toEqual(new Set([3]));
    expect(graph.fields.filter(({ source }: any) => source === 'manual')).toHaveLength(4);
  });
});

/** A page with blanks for a signature and a date. */
async function signaturePage(): Promise<Uint8Array> {
  const { PDF } = await import('@libpdf/core');
  const pdf = PDF.create();
  const page = pdf.addPage({ size: 'a4' });
  page.drawText('IN WITNESS WHEREOF, the parties have signed this agreement.', { x: 72, y: 400, size: 11 });
  page.drawText('Signature: ______________________________', { x: 72, y: 340, size: 11 });
  page.drawText('Date: ____________________', { x: 72, y: 300, size: 11 });
  return await pdf.save();
}
