import { PDF } from '@libpdf/core';
import { describe, expect, it } from 'vitest';
import { useApi } from '../../support/api.ts';
import { ALICE, BOB } from '../../support/envelopes.ts';
import { eventsOf } from '../../support/traces.ts';

const api = useApi({ work: true });

async function tagged(): Promise<Uint8Array> {
  const pdf = PDF.create();
  pdf.addPage({ size: 'a4' });
  const text = (words: string, y: number) => pdf.getPage(0)?.drawText(words, { x: 72, y, size: 11 });
  text('Signed {{Your signature;type=signature;role=Buyer}}', 700);
  text('{{signature, Seller}} {{Place;role=Seller;default=Paris;readonly=true}}', 600);
  text('{{Note}} {{Bad;type=autograph}}', 500);
  return await pdf.save();
}
const bytes = await tagged();
const document = { contentBase64: Buffer.from(bytes).toString('base64'), contentType: 'application/pdf' };
const create = async (key: string, extra: object = {}) =>
  await api.call('POST', '/api/v1/envelopes', {
    key,
    body: { originalFilename: 'Tagged.pdf', participants: [ALICE, BOB], textTags: true, ...extra },
  });

const NOTICES = [
  { code: 'text_tags', count: 4 },
  {
    code: 'unread_tags',
    count: 1,
    items: [{ text: '{{Bad;type=autograph}}', page: 1, reason: '"autograph" is not a field type' }],
  },
];

function expectTagged({ envelope, participants, fields }: any) {
  const [buyer, seller] = participants.map(({ id }: any) => id);
  expect(fields).toMatchObject([
    { key: 'your_signature', type: 'signature', participantId: buyer, partyIndex: 0, source: 'form' },
    { key: 'signature', type: 'signature', participantId: seller, partyIndex: 1 },
    { key: 'place', prefillValue: 'Paris', locked: true, participantId: seller },
    { key: 'note', participantId: null, syntheticRoleId: 'unassigned', placed: true },
  ]);
  expect(envelope.detectedParties).toEqual([
    { index: 0, name: null, email: null, roleLabel: 'Buyer', fieldCount: 1 },
    { index: 1, name: null, email: null, roleLabel: 'Seller', fieldCount: 2 },
  ]);
  expect(envelope).toMatchObject({ status: 'draft', detectionStatus: 'none' });
  expect(envelope.document.notices).toEqual(NOTICES);
}

describe('tags in a document', () => {
  it('become fields of the participants in the order of their roles', async () => {
    const { apiKey: key } = await api.tenant();
    const made = await create(key, { document });
    expect(made.status).toBe(201);
    expectTagged(made.json);
    const { id } = made.json.envelope;
    expect((await eventsOf(api, key, id))[0]?.payload).toMatchObject({ notices: NOTICES });
    const prepared = await api.call('GET', `/api/v1/envelopes/${id}/document?variant=prepared`, { key });
    const text = (await PDF.load(prepared.bytes)).getPage(0)?.extractText().text ?? '';
    expect(text).toContain('Signed');
    expect(text).not.toMatch(/Buyer|Seller/);
    expect(text).toContain('{{Bad;type=autograph}}');
  });

  it('become fields when the document is uploaded', async () => {
    const { apiKey: key } = await api.tenant();
    const { id } = (await create(key)).json.envelope;
    await api.call('PUT', `/api/v1/envelopes/${id}/document`, { key, raw: bytes });
    const { json } = await api.ask('POST /api/v1/envelopes/{id}/upload/complete', { key, path: { id } });
    expect(json.detectionRequested).toBe(false);
    expectTagged(json.envelope);
  });

  it('are text unless the request or the organization asks for them', async () => {
    const { apiKey: key } = await api.tenant();
    const made = await create(key, { document, textTags: false, detect: false });
    expect(made.json.fields).toEqual([]);
    expect(made.json.envelope.document.notices).toEqual([]);
  });
});
