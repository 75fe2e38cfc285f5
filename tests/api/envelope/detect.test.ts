import { describe, expect, it } from 'vitest';
import { LIMITS } from '#domain/limits.ts';
import { readDocument } from '#server/jobs/read-document.ts';
import { sweep } from '#server/jobs/sweep.ts';
import { expectError, expectInvalidState } from '../../support/answers.ts';
import { useApi, type TestApi } from '../../support/api.ts';
import type { BodyOf } from '../../support/ask.ts';
import { ALICE, createDraft, listed, plainPdf, SIGNATURE } from '../../support/envelopes.ts';
import { pass } from '../../support/moments.ts';
import { rawPdf } from '../../support/pdf.ts';
import { scanContract } from '../../support/scanned-contract.ts';
import { expectGraph } from '../../support/shapes.ts';
import { actionsOf, eventsOf, jobsOf } from '../../support/traces.ts';

const api = useApi({ alone: true });
const detect = (key: string, id: string, expectedVersion: number) =>
  api.ask('POST /api/v1/envelopes/{id}/detect', { key, path: { id }, body: { expectedVersion } });
const get = async (key: string, id: string) =>
  (await api.ask('GET /api/v1/envelopes/{id}', { key, path: { id } })).json;

/**
 * A page with a form of its own: a text field, two radio buttons, a list, a read-only field and a filled-in
 * one.
 */
function form(): Uint8Array {
  const widget = (entries: string) => `<</Type /Annot /Subtype /Widget /F 4 /P 3 0 R ${entries}>>`;
  return rawPdf([
    '<</Type /Catalog /Pages 2 0 R /AcroForm <</Fields [4 0 R 5 0 R 8 0 R 9 0 R 10 0 R]>>>>',
    '<</Type /Pages /Kids [3 0 R] /Count 1>>',
    '<</Type /Page /Parent 2 0 R /MediaBox [0 0 400 400] /Annots [4 0 R 6 0 R 7 0 R 8 0 R 9 0 R 10 0 R]>>',
    widget('/FT /Tx /T (person.name) /TU (Full name) /Ff 2 /Rect [40 340 240 360]'),
    '<</FT /Btn /Ff 32768 /T (plan) /Kids [6 0 R 7 0 R]>>',
    widget('/Parent 5 0 R /Rect [40 300 52 312] /AS /Off /AP <</N <</a 11 0 R /Off 11 0 R>>>>'),
    widget('/Parent 5 0 R /Rect [80 300 92 312] /AS /Off /AP <</N <</b 11 0 R /Off 11 0 R>>>>'),
    widget('/FT /Ch /Ff 131072 /T (country) /Opt [(Sweden) (Norway)] /Rect [40 260 140 280]'),
    widget('/FT /Tx /T (number) /Ff 1 /Rect [40 220 140 240]'),
    widget('/FT /Tx /T (given) /V (already here) /DA (/Helv 10 Tf) /Rect [40 180 140 200]'),
    { dict: '/Type /XObject /Subtype /Form /BBox [0 0 12 12]', stream: '' },
  ]);
}

async function created(bytes: Uint8Array, extra: Partial<BodyOf<'POST /api/v1/envelopes'>> = {}) {
  const { apiKey: key, organizationId } = await api.tenant();
  const document = {
    contentBase64: Buffer.from(bytes).toString('base64'),
    contentType: 'application/pdf' as const,
  };
  const body = { originalFilename: 'Form.pdf', document, ...extra };
  const { status, json } = await api.ask('POST /api/v1/envelopes', { key, body });
  expect(status).toBe(201);
  return { key, organizationId, id: json.envelope.id as string, graph: json };
}
const work = (api: TestApi, of: { organizationId: string; id: string }, last = false) =>
  readDocument(api.services, { organizationId: of.organizationId, envelopeId: of.id }, last);

describe('a draft created with its document', () => {
  it('has the fields and parties that are read from a crooked scan of a contract', async () => {
    const made = await created(await scanContract({ degrees: -2, paper: [235, 190] }));
    await work(api, made);
    const { envelope, fields } = await get(made.key, made.id);
    expect(envelope).toMatchObject({ status: 'review', detectionStatus: 'completed' });
    expect(envelope.detectedParties?.map(({ name }) => name)).toEqual([
      'Northwind Traders Inc.',
      'Harbor Consulting LLC',
    ]);
    const kinds = fields.map(({ type, partyIndex }: any) => `${type} ${partyIndex}`).sort();
    expect(kinds).toEqual(
      ['date', 'name', 'signature', 'title'].flatMap((type) => [`${type} 0`, `${type} 1`]),
    );
  });

  it('goes from detecting to review, with the fields of its own form', async () => {
    const made = await created(form());
    expect(made.graph.envelope).toMatchObject({ status: 'draft', detectionStatus: 'queued', version: 1 });
    expect(await jobsOf(api, made.id)).toEqual([
      { name: 'svc/document.received', data: { organizationId: made.organizationId, envelopeId: made.id } },
    ]);
    await work(api, made);
    const { envelope, fields } = await get(made.key, made.id);
    expect(envelope).toMatchObject({ status: 'review', detectionStatus: 'completed', version: 3 });
    expect(
      fields.map(({ type, label, required, options, group }: any) => ({
        type,
        label,
        required,
        options,
        group,
      })),
    ).toEqual([
      { type: 'text', label: 'Full name', required: true, options: null, group: null },
      { type: 'radio', label: 'a', required: false, options: ['a'], group: 'plan' },
      { type: 'radio', label: 'b', required: false, options: ['b'], group: 'plan' },
      { type: 'dropdown', label: 'country', required: false, options: ['Sweden', 'Norway'], group: null },
    ]);
    expect(fields[0]).toMatchObject({ source: 'form', page: 1, participantId: null });
    for (const [name, value] of Object.entries({ x: 0.1, y: 0.1, width: 0.5, height: 0.05 }))
      expect(fields[0][name as 'x'], name).toBeCloseTo(value, 9);
    const events = await eventsOf(api, made.key, made.id);
    expect(events.map(({ action, actorType }: any) => [action, actorType])).toEqual([
      ['envelope.created', 'api_key'],
      ['envelope.detection_started', 'system'],
      ['envelope.detection_completed', 'system'],
    ]);
    expect(events.at(-1)?.payload).toMatchObject({ fieldCount: 4 });
    await work(api, made);
    expect((await get(made.key, made.id)).envelope.version).toBe(3);
  });

  it('returns suggestions in a form that can be sent back', async () => {
    const made = await created(form());
    await work(api, made);
    const { fields } = await get(made.key, made.id);
    const echoed = fields.map((field) => ({
      type: field.type,
      page: field.page,
      x: field.x,
      y: field.y,
      width: field.width,
      height: field.height,
      label: field.label,
      required: field.required,
      options: field.options,
      group: field.group,
      partyIndex: field.partyIndex,
      syntheticRoleId: field.syntheticRoleId,
      syntheticRoleName: field.syntheticRoleName,
      autoSource: field.autoSource,
      proposedAutoSource: field.proposedAutoSource,
      participantIndex: 0,
    }));
    const answer = await api.ask('PUT /api/v1/envelopes/{id}/draft', {
      key: made.key,
      path: { id: made.id },
      body: { participants: [ALICE], fields: echoed },
    });
    expect(answer.status).toBe(200);
    expect(answer.json.fields.map(({ source }: any) => source)).toEqual(['form', 'form', 'form', 'form']);
  });

  it('is not read if detect is false, or if fields are given', async () => {
    const without = await created(form(), { detect: false });
    const placed = await created(form(), {
      participants: [ALICE],
      fields: [{ ...SIGNATURE, participantIndex: 0 }],
    });
    for (const made of [without, placed]) {
      expect(made.graph.envelope.detectionStatus).toBe('none');
      expect(await jobsOf(api, made.id)).toEqual([]);
    }
  });

  it('keeps fields the sender has placed, and adds nothing on top', async () => {
    const own = {
      type: 'text' as const,
      page: 1,
      x: 0.1,
      y: 0.1,
      width: 0.5,
      height: 0.05,
      syntheticRoleId: 'a',
      label: 'Mine',
    };
    const made = await created(form(), { detect: true, fields: [own] });
    await work(api, made);
    const { fields } = await get(made.key, made.id);
    expect(fields.map(({ label, source }: any) => [label, source])).toEqual([
      ['Mine', 'manual'],
      ['a', 'form'],
      ['b', 'form'],
      ['country', 'form'],
    ]);
    expect(fields[0].id).toBe(made.graph.fields[0].id);
  });

  it('is no longer read once the sender has continued without', async () => {
    const made = await created(await plainPdf(), {
      participants: [ALICE],
      detect: true,
      fields: [{ ...SIGNATURE, participantIndex: 0 }],
    });
    const sent = await api.ask('POST /api/v1/envelopes/{id}/send', {
      key: made.key,
      path: { id: made.id },
      body: { expectedVersion: 1 },
    });
    expect(sent.json.envelope).toMatchObject({ status: 'in_progress', detectionStatus: 'none' });
    await work(api, made);
    expect((await get(made.key, made.id)).envelope.version).toBe(3);
    const edited = await created(await plainPdf());
    await api.ask('PUT /api/v1/envelopes/{id}/draft', {
      key: edited.key,
      path: { id: edited.id },
      body: { participants: [ALICE], fields: [{ ...SIGNATURE, participantIndex: 0 }] },
    });
    await work(api, edited);
    expect(await actionsOf(api, edited.key, edited.id)).toEqual([
      'envelope.created',
      'envelope.draft_updated',
    ]);
  });
});

describe('200', () => {
  it('starts immediately, refuses edits meanwhile, and ends in review', async () => {
    const { apiKey: key, organizationId } = await api.tenant();
    const { id } = (await createDraft(api, key)).json.envelope;
    const answer = await detect(key, id, 1);
    expect(answer.status).toBe(200);
    expectGraph(answer.json);
    expect(answer.json.envelope).toMatchObject({
      status: 'detecting',
      detectionStatus: 'running',
      version: 2,
    });
    const draft = await api.ask('PUT /api/v1/envelopes/{id}/draft', {
      key,
      path: { id },
      body: { displayName: 'x' },
    });
    expectInvalidState(draft, 'detecting');
    const send = await api.ask('POST /api/v1/envelopes/{id}/send', {
      key,
      path: { id },
      body: { expectedVersion: 2 },
    });
    expectInvalidState(send, 'detecting');
    expectInvalidState(await detect(key, id, 2), 'detecting');
    await Promise.all([work(api, { organizationId, id }), work(api, { organizationId, id })]);
    const { envelope, fields } = await get(key, id);
    expect(envelope).toMatchObject({ status: 'review', detectionStatus: 'completed', version: 3 });
    expect(fields).toEqual(answer.json.fields);
    expect((await detect(key, id, 3)).status).toBe(200);
  });
});

describe('a document that cannot be read', () => {
  it('leaves the draft usable after the last attempt, and needs attention', async () => {
    const { apiKey: key, organizationId } = await api.tenant();
    const { envelope } = (await createDraft(api, key)).json;
    const made = { key, organizationId, id: envelope.id as string };
    await detect(key, made.id, 1);
    const broken = {
      ...api.services,
      detector: {
        ...api.services.detector,
        detect: async () => ({ kind: 'ended', cause: 'memory' }) as const,
      },
    };
    const target = { organizationId, envelopeId: made.id };
    await expect(readDocument(broken, target, false)).rejects.toThrow('exited: memory');
    expect((await get(key, made.id)).envelope.status).toBe('detecting');
    await readDocument(broken, target, true);
    expect((await get(key, made.id)).envelope).toMatchObject({ status: 'review', detectionStatus: 'failed' });
    expect((await eventsOf(api, key, made.id)).at(-1)).toMatchObject({
      action: 'envelope.detection_failed',
      payload: { reason: 'memory' },
    });
    expect((await listed(api, key, made.id)).attention).toEqual(['detection_failed']);
    const sent = await api.ask('POST /api/v1/envelopes/{id}/send', {
      key,
      path: { id: made.id },
      body: { expectedVersion: 3 },
    });
    expect(sent.status).toBe(200);
    expect((await listed(api, key, made.id)).attention).toEqual([]);
  });

  it('is given up by the sweep if no worker finished', async () => {
    const { apiKey: key } = await api.tenant();
    const { id } = (await createDraft(api, key)).json.envelope;
    await detect(key, id, 1);
    await sweep(api.services);
    expect((await get(key, id)).envelope.status).toBe('detecting');
    pass(api, LIMITS.readingGivenUpMs);
    await sweep(api.services);
    expect((await get(key, id)).envelope).toMatchObject({ status: 'review', detectionStatus: 'failed' });
  });
});

describe('409', () => {
  it('to a stale version', async () => {
    const { apiKey: key } = await api.tenant();
    const { id } = (await createDraft(api, key)).json.envelope;
    expectError(await detect(key, id, 2), 'version_conflict', { currentVersion: 1 });
  });

  it('without a document, and once it is sent', async () => {
    const { apiKey: key } = await api.tenant();
    const empty = await api.ask('POST /api/v1/envelopes', { key, body: { originalFilename: 'A.pdf' } });
    expectInvalidState(await detect(key, empty.json.envelope.id, 1), 'draft', 'document_missing');
    const { id } = (await createDraft(api, key)).json.envelope;
    await api.ask('POST /api/v1/envelopes/{id}/send', { key, path: { id }, body: { expectedVersion: 1 } });
    expectInvalidState(await detect(key, id, 3), 'in_progress');
  });
});
