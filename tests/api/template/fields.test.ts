import { describe, expect, it } from 'vitest';
import { expectError, expectIssues } from '../../support/answers.ts';
import { useApi } from '../../support/api.ts';
import { CLIENT, makeTemplate, readTemplate, use } from './example.ts';

const api = useApi();

const PLACE = { page: 1, x: 0.1, y: 0.2, width: 0.3, height: 0.04 };
const SIGNATURE = { ...PLACE, type: 'signature', roleApiName: 'client' } as const;
const path = (id: string) => `/api/v1/templates/${id}/fields`;

async function example() {
  const { apiKey: key } = await api.tenant();
  const made = await makeTemplate(api, key);
  const put = (body: object, headers: Record<string, string> = {}) =>
    api.call('PUT', path(made.template.id), { key, body, headers });
  return { key, made, id: made.template.id as string, put };
}

describe('200', () => {
  it('replaces all fields, and keeps roles, document and envelopes', async () => {
    const { key, made, id, put } = await example();
    const { envelope } = (await use(api, key, id, { recipients: { client: CLIENT }, autoSend: false })).json;
    const before = (await api.ask('GET /api/v1/envelopes/{id}', { key, path: { id: envelope.id } })).json;
    const fee = made.fields.find((field: any) => field.label === 'Fee');
    const answer = await put({
      expectedUpdatedAt: made.template.updatedAt,
      fields: [
        SIGNATURE,
        { ...PLACE, y: 0.4, type: 'number', key: fee.key, label: 'Price', roleApiName: 'client' },
        { ...PLACE, y: 0.6, type: 'text', label: 'Fee', required: false, roleApiName: 'our_side' },
      ],
    });
    expect(answer.status).toBe(200);
    expect(answer.json.roles).toEqual(made.roles);
    const [client, ours] = made.roles;
    expect(
      answer.json.fields.map(({ type, roleId, label, prefillKey }: any) => [type, roleId, label, prefillKey]),
    ).toEqual([
      ['signature', client.id, null, null],
      ['number', client.id, 'Price', 'fee'],
      ['text', ours.id, 'Fee', 'fee_2'],
    ]);
    expect(await readTemplate(api, key, id)).toEqual(answer.json);
    const after = (await api.ask('GET /api/v1/envelopes/{id}', { key, path: { id: envelope.id } })).json;
    expect(after.fields).toEqual(before.fields);
    const next = (await use(api, key, id, { recipients: { client: CLIENT }, autoSend: false })).json;
    expect(next.fields).toHaveLength(3);
  });

  it('never gives two changes the same time, and removes all fields', async () => {
    const { put } = await example();
    const first = await put({ fields: [SIGNATURE] });
    const second = await put({ fields: [] });
    expect(second.json.fields).toEqual([]);
    expect(second.json.template.updatedAt > first.json.template.updatedAt).toBe(true);
  });

  it('replays the answer for an Idempotency-Key', async () => {
    const { put } = await example();
    const headers = { 'idempotency-key': 'fields-1' };
    const first = await put({ fields: [SIGNATURE] }, headers);
    const again = await put({ fields: [SIGNATURE] }, headers);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.json).toEqual(first.json);
    expectError(await put({ fields: [] }, headers), 'idempotency_key_reused');
  });
});

describe('409', () => {
  it('to the slower of two changes', async () => {
    const { key, made, id, put } = await example();
    const expectedUpdatedAt = made.template.updatedAt;
    const answers = await Promise.all([
      put({ expectedUpdatedAt, fields: [SIGNATURE] }),
      put({ expectedUpdatedAt, fields: [] }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const { template } = await readTemplate(api, key, id);
    const refused = answers.find(({ status }) => status === 409);
    if (refused !== undefined) expectError(refused, 'version_conflict', { updatedAt: template.updatedAt });
  });
});

describe('404', () => {
  it('for a template that does not exist', async () => {
    const { key } = await example();
    expectError(await api.call('PUT', path('tpl_x'), { key, body: { fields: [] } }), 'not_found');
  });
});

describe('422', () => {
  it('to fields that cannot be placed or filled in', async () => {
    const { put, key, id, made } = await example();
    expectIssues(await put({ fields: [{ ...SIGNATURE, roleApiName: 'nobody' }] }), ['/fields/0/roleApiName']);
    expectIssues(await put({ fields: [{ ...SIGNATURE, page: 99 }] }), ['/fields/0/page']);
    expectIssues(await put({ fields: [{ ...SIGNATURE, x: 0.9 }] }), ['/fields/0/width']);
    expectIssues(await put({ fields: [{ ...SIGNATURE, type: 'dropdown' }] }), ['/fields/0/options']);
    const { page: _page, ...unplaced } = SIGNATURE;
    expectIssues(await put({ fields: [{ ...unplaced, participantIndex: 0 }] }), [
      '/fields/0/page',
      '/fields/0/participantIndex',
    ]);
    const rule = { all: [{ key: 'missing', isFilled: true }] };
    const refused = await put({ fields: [{ ...SIGNATURE, condition: rule }] });
    expectError(refused, 'validation_failed', { issues: expect.any(Array) });
    expect(await readTemplate(api, key, id)).toEqual(made);
  });

  it('to fields without what the name pattern refers to', async () => {
    const { apiKey: key } = await api.tenant();
    const { template } = await makeTemplate(api, key, { namePattern: '{template_name} {prefill:fee}' });
    expectIssues(await api.call('PUT', path(template.id), { key, body: { fields: [SIGNATURE] } }), [
      '/fields',
    ]);
  });
});
