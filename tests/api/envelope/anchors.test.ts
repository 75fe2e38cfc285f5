import { PDF } from '@libpdf/core';
import { describe, expect, it } from 'vitest';
import { ConversionInterrupted } from '#server/conversion/converter.ts';
import { expectError, expectIssues } from '../../support/answers.ts';
import { useApi } from '../../support/api.ts';
import { ALICE, BOB, createDraft, SIGNATURE } from '../../support/envelopes.ts';
import { eventsOf } from '../../support/traces.ts';

const api = useApi({ work: true });

/** A contract of two A4 pages, signed on the second one. */
async function contract(): Promise<Uint8Array> {
  const pdf = PDF.create();
  const text = (page: number, words: string, x: number, y: number) =>
    pdf.getPage(page)?.drawText(words, { x, y, size: 11 });
  pdf.addPage({ size: 'a4' });
  pdf.addPage({ size: 'a4' });
  text(0, 'Agreement with Byron Analytical Ltd.', 72, 740);
  text(1, 'ADA LOVELACE', 72, 400);
  text(1, 'BYRON ANALYTICAL LTD.', 330, 400);
  text(1, 'Signature:', 72, 340);
  text(1, 'Signature:', 330, 340);
  text(1, 'Date:', 330, 300);
  return await pdf.save();
}
const document = {
  contentBase64: Buffer.from(await contract()).toString('base64'),
  contentType: 'application/pdf',
};

const ADA = { text: 'Signature:', near: 'ADA LOVELACE' };
const BYRON = { text: 'Signature:', near: 'Byron Analytical Ltd.' };
const FIELDS = [
  { participantIndex: 0, anchor: ADA },
  { participantIndex: 1, anchor: BYRON },
  { type: 'date', participantIndex: 1, anchor: { text: 'date:', place: 'right', width: 0.15 } },
];
/** Where their texts are, in fractions of an A4 page. */
const BYRON_PLACE = { page: 2, x: expect.closeTo((330 + 54) / 595, 1), y: expect.closeTo(0.55, 1) };

const draftOf = async (fields: readonly object[], extra: object = {}) => {
  const { apiKey: key } = await api.tenant();
  const made = await createDraft(api, key, { document, participants: [ALICE, BOB], fields, ...extra });
  return { key, made, id: made.json.envelope?.id as string };
};
const put = (key: string, id: string, body: object) =>
  api.call('PUT', `/api/v1/envelopes/${id}/draft`, { key, body });

describe('fields placed by text', () => {
  it('get their coordinates at creation, keep their anchors as they came, and can be sent', async () => {
    const { key, made, id } = await draftOf(FIELDS);
    expect(made.status).toBe(201);
    const [ada, byron, date] = made.json.fields;
    expect(ada).toMatchObject({ page: 2, x: expect.closeTo((72 + 54) / 595, 1), anchor: ADA, placed: true });
    expect(byron).toMatchObject({ ...BYRON_PLACE, anchor: BYRON, source: 'manual' });
    expect(date).toMatchObject({ width: 0.15, anchor: FIELDS[2]?.anchor });
    const sent = await api.ask('POST /api/v1/envelopes/{id}/send', {
      key,
      path: { id },
      body: { expectedVersion: made.json.envelope.version },
    });
    expect(sent.status).toBe(200);
  });

  it('are placed in an existing draft, and lose their anchor when they are moved', async () => {
    const { key, id } = await draftOf([{ ...SIGNATURE, participantIndex: 0 }]);
    const placed = await put(key, id, { fields: FIELDS });
    expect(placed.json.fields[1]).toMatchObject({ ...BYRON_PLACE, anchor: BYRON });
    const asRead = (changes: object) =>
      placed.json.fields.map(({ page, x, y, width, height, type, anchor }: any, index: number) => ({
        ...{ page, x, y, width, height, type, anchor, participantIndex: index === 0 ? 0 : 1 },
        ...(index === 1 ? changes : {}),
      }));
    const kept = await put(key, id, { fields: asRead({}) });
    expect(kept.json.fields.map(({ anchor }: any) => anchor)).toEqual(FIELDS.map(({ anchor }) => anchor));
    const moved = await put(key, id, { fields: asRead({ x: 0.2 }) });
    expect(moved.json.fields.map(({ anchor }: any) => anchor)).toEqual([ADA, null, FIELDS[2]?.anchor]);
    expect(moved.json.fields[1]).toMatchObject({ x: 0.2, placed: true });
  });

  it('are as many as the text, with numbered keys and labels', async () => {
    const anchor = { text: 'Signature:', occurrence: 'all' };
    const fields = [
      { type: 'initials', label: 'Initials', key: 'initials', participantIndex: 0, anchor },
      { ...SIGNATURE, type: 'text', key: 'initials_2', participantIndex: 0 },
    ];
    const { made } = await draftOf(fields);
    expect(made.json.fields.map(({ key, label }: any) => [key, label])).toEqual([
      ['initials', 'Initials'],
      ['initials_3', 'Initials 2'],
      ['initials_2', null],
    ]);
  });

  it('are refused with the most similar texts if theirs is not in the document, unless they are optional', async () => {
    const { made } = await draftOf([
      ...FIELDS,
      { participantIndex: 0, anchor: { text: 'Signatur des Mieters' } },
      { participantIndex: 0, anchor: { text: 'Signature:', near: 'ADA LOVELASE' } },
      { participantIndex: 0, anchor: { text: 'Signature:', occurrence: 3 } },
      { participantIndex: 0, anchor: { text: 'Signature:', page: 7 } },
      { participantIndex: 0, anchor: { text: 'ADA LOVELACE', near: 'Date:' } },
      { participantIndex: 0, anchor: { text: 'nowhere', optional: true } },
    ]);
    expectIssues(made, [
      '/fields/3/anchor/text',
      '/fields/4/anchor/near',
      '/fields/5/anchor/occurrence',
      '/fields/6/anchor/page',
      '/fields/7/anchor/near',
    ]);
    expect(made.json.details.issues[1].message).toMatch(
      /^"ADA LOVELASE" is not in the document\. Similar: "ADA LOVELACE", ".+", ".+"\.$/,
    );
    const { made: optional } = await draftOf([
      ...FIELDS,
      { participantIndex: 0, anchor: { text: 'nowhere', optional: true } },
    ]);
    expect(optional.json.fields).toHaveLength(3);
  });

  it('need a place or an anchor', async () => {
    const { made } = await draftOf([
      { participantIndex: 0 },
      { participantIndex: 0, page: 1, anchor: ADA },
      { participantIndex: 0, anchor: { ...ADA, occurrence: 'all' } },
      { participantIndex: 0, anchor: { text: ' ' } },
    ]);
    expectIssues(made, [
      ...['page', 'x', 'y', 'width', 'height'].map((name) => `/fields/0/${name}`),
      ...['x', 'y', 'width', 'height'].map((name) => `/fields/1/${name}`),
      '/fields/2/anchor/occurrence',
      '/fields/3/anchor/text',
    ]);
  });

  it('do not hide that the envelope can no longer be changed, or has changed', async () => {
    const { key, made, id } = await draftOf(FIELDS);
    const { version } = made.json.envelope;
    const fields = [{ participantIndex: 0, anchor: { text: 'nowhere' } }];
    expectError(await put(key, id, { fields, expectedVersion: version + 1 }), 'version_conflict', {
      currentVersion: version,
    });
    await api.ask('POST /api/v1/envelopes/{id}/send', {
      key,
      path: { id },
      body: { expectedVersion: version },
    });
    expectError(await put(key, id, { fields }), 'invalid_state', { status: 'in_progress' });
    const stranger = await api.tenant();
    expectError(await put(stranger.apiKey, id, { fields }), 'not_found');
  });
});

describe('fields placed by text before their document is there', () => {
  const waiting = [
    ...FIELDS,
    { participantIndex: 0, height: 0.03, anchor: { text: 'Signatur' } },
    { participantIndex: 0, anchor: { text: 'nowhere', optional: true } },
    { type: 'initials', participantIndex: 0, anchor: { text: 'Signature:', occurrence: 'all' } },
  ];

  async function uploaded() {
    const { key, made, id } = await draftOf(waiting, { document: undefined });
    expect(made.json.fields.every(({ placed }: any) => !placed)).toBe(true);
    expect(made.json.fields[0]).toMatchObject({ page: 1, x: 0, y: 0, anchor: ADA });
    await api.call('PUT', `/api/v1/envelopes/${id}/document`, { key, raw: await contract() });
    return { key, id };
  }

  function expectSettled({ envelope, fields }: any) {
    expect(fields.map(({ placed, page }: any) => [placed, page])).toEqual([
      [true, 2],
      [true, 2],
      [true, 2],
      [false, 1],
      [true, 2],
      [true, 2],
    ]);
    expect(fields[1]).toMatchObject({ ...BYRON_PLACE, anchor: BYRON });
    expect(fields[3]).toMatchObject({ height: 0.03 });
    expect(envelope.document.notices).toEqual([
      {
        code: 'anchors_missing',
        count: 1,
        items: [{ text: 'Signatur', page: null, reason: expect.stringContaining('"Signature:"') }],
      },
    ]);
  }

  it('are placed when the upload is complete; the missing ones are named and keep it from being sent', async () => {
    const { key, id } = await uploaded();
    const { json } = await api.ask('POST /api/v1/envelopes/{id}/upload/complete', { key, path: { id } });
    expectSettled(json.envelope);
    const [event] = (await eventsOf(api, key, id)).slice(-1);
    expect(event?.payload?.['notices']).toMatchObject([{ code: 'anchors_missing' }]);
    const send = async (expectedVersion: number) =>
      await api.ask('POST /api/v1/envelopes/{id}/send', { key, path: { id }, body: { expectedVersion } });
    expectIssues(await send(json.envelope.envelope.version), ['/fields/3/anchor']);
    const kept = json.envelope.fields.filter(({ placed }: any) => placed);
    const fields = kept.map(({ page, x, y, width, height, type }: any) => ({
      ...{ page, x, y, width, height, type, participantIndex: 1 },
    }));
    const fixed = await put(key, id, { fields: [...fields, { participantIndex: 0, anchor: ADA }] });
    expect((await send(fixed.json.envelope.version)).status).toBe(200);
  });

  it('stay unplaced while they are returned as they were read, and are placed when they are moved', async () => {
    const { key, id } = await uploaded();
    const { json } = await api.ask('POST /api/v1/envelopes/{id}/upload/complete', { key, path: { id } });
    const { page, x, y, width, height, type, anchor } = (json.envelope.fields as any[])[3];
    const field = { page, x, y, width, height, type, anchor, participantIndex: 0 };
    expect((await put(key, id, { fields: [field] })).json.fields[0]).toMatchObject({ placed: false, anchor });
    const moved = await put(key, id, { fields: [{ ...field, x: 0.4 }] });
    expect(moved.json.fields[0]).toMatchObject({ placed: true, anchor: null });
  });

  it('are placed by the job that converts a document', async () => {
    const { key, id } = await uploaded();
    const { intake } = api.services;
    const slow = { ...intake, read: () => Promise.reject(new ConversionInterrupted()) };
    Object.assign(api.services, { intake: slow });
    const later = await api
      .ask('POST /api/v1/envelopes/{id}/upload/complete', { key, path: { id } })
      .finally(() => Object.assign(api.services, { intake }));
    expect(later.json.envelope.envelope.documentStatus).toBe('processing');
    const read = async () => (await api.ask('GET /api/v1/envelopes/{id}', { key, path: { id } })).json;
    await api.until('the document', async () => (await read()).envelope.documentStatus === 'received');
    expectSettled(await read());
  });
});
