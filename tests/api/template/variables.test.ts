import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import type { WireGraph } from '#wire/envelope-graph.ts';
import { resolveAnchors } from '#reading/text/resolve-anchors.ts';
import { readDocument } from '#server/jobs/read-document.ts';
import { sendBulk } from '#server/jobs/send-bulk.ts';
import { readPageTexts } from '#server/pdf/text/read-page-texts.ts';
import { listVisualOrders } from '#server/pdf/text/visual-orders.ts';
import { useApi } from '../../support/api.ts';
import { CONVERTER_START_MS } from '../../support/patience.ts';
import { ownerOf } from '../../support/person.ts';
import { paragraph, table, wordFile } from '../../support/word-body.ts';

const TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
vi.setConfig({ testTimeout: CONVERTER_START_MS });
const api = useApi({ env: { DOCX_CONVERTER: 'wasm' } });

const CONTRACT = wordFile(
  paragraph('[[client.intro]]'),
  table(['[[#items]][[name]]', '{{Initials;type=initials;role=Client}}[[/items]]']),
  paragraph('Signature of the client:'),
  paragraph('Dated {{Date;type=date;role=Client}} [[#witness]]in the presence of a witness[[/witness]]'),
);
const LISTED = [
  { path: 'client.intro', kind: 'text' },
  { path: 'items', kind: 'section' },
  { path: 'items[].name', kind: 'text' },
  { path: 'witness', kind: 'section' },
];
const VALUES = { client: { intro: 'Short.' }, items: [{ name: 'Analysis' }], witness: false };
const LONG = Array.from({ length: 80 }, (_, line) => `Clause ${line + 1}`).join('\n');
const ADA = { name: 'Ada', email: 'ada@example.com' };

/** A template of the contract with a field from each of its tags and an anchored one. */
async function template(extra: { fillVariables?: boolean } = {}) {
  const tenant = await api.tenant();
  const { apiKey: key, organizationId } = tenant;
  const made = await api.ask('POST /api/v1/envelopes', {
    key,
    body: {
      originalFilename: 'Contract.docx',
      document: { contentBase64: CONTRACT.toString('base64'), contentType: TYPE },
      textTags: true,
      participants: [ADA],
      fields: [{ participantIndex: 0, anchor: { text: 'Signature of the client:' } }],
    },
  });
  expect(made.status).toBe(201);
  const { id } = made.json.envelope;
  await readDocument(api.services, { organizationId, envelopeId: id }, false);
  const { json: source } = await api.ask('GET /api/v1/envelopes/{id}', { key, path: { id } });
  expect(source.fields.map(({ type }) => type)).toEqual(['signature', 'initials', 'date']);
  const saved = await api.ask('POST /api/v1/templates', {
    key,
    body: {
      sourceEnvelopeId: id,
      name: 'Contract',
      roles: [{ name: 'Client', participantId: source.participants[0]?.id ?? '' }],
      fillVariables: true,
      ...extra,
    },
  });
  expect(saved.status).toBe(201);
  return { tenant, key, organizationId, source, saved: saved.json, id: saved.json.template.id };
}

async function use(key: string, id: string, variables?: Record<string, unknown>) {
  return await api.call('POST', `/api/v1/templates/${id}/envelopes`, {
    key,
    body: { recipients: { client: ADA }, ...(variables === undefined ? {} : { variables }) },
  });
}

/** Returns where a text is in an envelope's prepared document. */
async function spotsOf(key: string, id: string, text: string) {
  const file = await api.call('GET', `/api/v1/envelopes/${id}/document?variant=prepared`, { key });
  const pages = await readPageTexts(file.bytes);
  const [outcome] = resolveAnchors(
    pages,
    [{ anchor: { text, occurrence: 'all' }, size: { width: 10, height: 10 } }],
    listVisualOrders,
  );
  return outcome?.kind === 'found' ? outcome.spots : [];
}
const bottomOf = ({ y, height }: { y: number; height: number }) => y + height;

describe('a template of a Word file with variables', () => {
  it('lists them, fills them in for each envelope, and moves its fields to where they belong', async () => {
    const { key, id, saved, source } = await template();
    expect(saved.variables).toEqual(LISTED);

    const items = ['Analysis', 'Travel', 'Training'].map((name) => ({ name }));
    const made = await use(key, id, { client: { intro: LONG }, items, witness: true });
    expect(made.status).toBe(201);
    const graph = made.json as WireGraph;
    expect(graph.envelope).toMatchObject({ status: 'in_progress', pageCount: 2 });
    expect(graph.envelope.contentHash).toBe(source.envelope.contentHash);
    expect(graph.envelope.documentHash).not.toBe(source.envelope.documentHash);

    const { id: envelopeId } = graph.envelope;
    const [signature] = await spotsOf(key, envelopeId, 'Signature of the client:');
    const [dated] = await spotsOf(key, envelopeId, 'Dated');
    const rows = await Promise.all(items.map(({ name }) => spotsOf(key, envelopeId, name)));
    const ofType = (type: string) => graph.fields.filter((field) => field.type === type);
    expect(ofType('signature')).toMatchObject([{ page: 2, anchor: { text: 'Signature of the client:' } }]);
    expect(bottomOf(ofType('signature')[0] ?? expect.fail())).toBeCloseTo(
      bottomOf(signature ?? expect.fail()),
      2,
    );
    expect(ofType('date')[0]).toMatchObject({ page: 2 });
    expect(bottomOf(ofType('date')[0] ?? expect.fail())).toBeCloseTo(bottomOf(dated ?? expect.fail()), 2);
    expect(ofType('date')[0]?.x).toBeCloseTo(dated?.x ?? -1, 1);
    expect(ofType('initials').map(({ key: name }) => name)).toEqual(['initials', 'initials_2', 'initials_3']);
    ofType('initials').forEach((field, index) => {
      const row = rows[index]?.[0] ?? expect.fail();
      expect(field.page).toBe(row.page);
      expect(bottomOf(field)).toBeCloseTo(bottomOf(row), 2);
    });

    const short = (await use(key, id, { ...VALUES, items: [] })).json as WireGraph;
    expect(short.fields.map(({ type, page }) => [type, page])).toEqual([
      ['signature', 1],
      ['date', 1],
    ]);
  });

  it('names all that have no value, before anything is converted', async () => {
    const { key, id } = await template();
    for (const variables of [undefined, {}]) {
      const answer = await use(key, id, variables);
      expect(answer.status).toBe(422);
      expect(answer.json.details.issues).toEqual([
        { path: '/variables/client/intro', message: 'is required' },
        { path: '/variables/items', message: 'is required' },
        { path: '/variables/witness', message: 'is required' },
      ]);
    }
    const form = { enabled: true, roleApiName: 'client' };
    const published = await api.call('PUT', `/api/v1/templates/${id}/form`, { key, body: form });
    expect(published.status).toBe(422);
    expect(published.json.details.issues[0].message).toContain('variables');
  });

  it('leaves them as they are if not asked to fill them in', async () => {
    const { key, id, saved, source } = await template({ fillVariables: false });
    expect(saved.variables).toEqual([]);
    const made = await use(key, id);
    expect(made.status).toBe(201);
    expect(made.json.envelope.documentHash).toBe(source.envelope.documentHash);
  });

  it('takes them from the columns of a bulk send', async () => {
    const { tenant, organizationId, id: templateId } = await template();
    const caller = ownerOf(api, tenant);
    const head = 'client_name,client_email,variable:client.intro,variable:items,variable:witness';
    const list = (...rows: string[]) => ({
      templateId,
      filename: 'people.csv',
      csv: [head, ...rows].join('\n'),
    });
    const checked = await caller.bulkSend.check(
      list(
        'Ada,ada@example.com,Hello,"[{""name"":""A""},{}]",yes',
        'Bob,bob@example.com,,no,no',
        'Cyd,cyd@example.com,x,[],maybe',
      ),
    );
    expect(checked.issues).toEqual([
      { line: 2, column: 'variable:items', message: 'is required' },
      { line: 3, column: 'variable:client.intro', message: 'is required' },
    ]);
    const { id } = await caller.bulkSend.start({
      requestId: randomUUID(),
      ...list(
        'Ada,ada@example.com,Dear Ada,"[{""name"":""Analysis""}]",yes',
        'Bob,bob@example.com,Dear Bob,no,no',
      ),
    });
    await sendBulk(api.services, { organizationId, bulkSendId: id });
    const { bulkSend } = await caller.bulkSend.get({ id });
    expect(bulkSend).toMatchObject({ sentCount: 2, failedCount: 0 });
    const { items } = await caller.envelope.list({ templateId });
    expect(new Set(items.map(({ documentHash }) => documentHash)).size).toBe(2);
    const texts = await Promise.all(
      items.map(({ id: envelopeId }) => spotsOf(tenant.apiKey, envelopeId, 'Dear Ada')),
    );
    expect(texts.filter((spots) => spots.length === 1)).toHaveLength(1);
  });
});
