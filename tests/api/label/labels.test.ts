import { beforeEach, describe, expect, it } from 'vitest';
import { LIMITS } from '#domain/limits.ts';
import { expectError } from '../../support/answers.ts';
import { useApi, type Answer, type Tenant } from '../../support/api.ts';
import { createDraft, listed, sendDraft } from '../../support/envelopes.ts';

const api = useApi();
let own: Tenant;
const NOBODYS = 'lbl_01h455vb4pex5vsknk084sn02q';

beforeEach(async () => {
  own = await api.tenant();
});
const call = (method: string, path: string, body?: unknown, of = own) =>
  api.call(method as 'GET', `/api/v1${path}`, { key: of.apiKey, ...(body === undefined ? {} : { body }) });
const make = async (name: string, of = own) =>
  (await call('POST', '/labels', { name }, of)).json.id as string;
const draft = async (of = own) => (await createDraft(api, of.apiKey)).json.envelope.id as string;

function expectInvalid({ status, json }: Answer): void {
  expect([status, json.code]).toEqual([422, 'validation_failed']);
}

describe('labels', () => {
  it('are created, listed by name, changed and deleted', async () => {
    const created = await call('POST', '/labels', { name: ' sales ', color: 'indigo' });
    expect(created.status).toBe(201);
    expect(created.json).toEqual({ id: expect.stringMatching(/^lbl_/), name: 'sales', color: 'indigo' });
    const legal = await call('POST', '/labels', { name: 'Legal' });
    expect(legal.json.color).toBe('gray');
    expect((await call('GET', '/labels')).json.items.map(({ name }: { name: string }) => name)).toEqual([
      'Legal',
      'sales',
    ]);
    const changed = await call('PATCH', `/labels/${legal.json.id}`, { name: 'Law', color: 'red' });
    expect(changed.json).toEqual({ id: legal.json.id, name: 'Law', color: 'red' });
    expect((await call('PATCH', `/labels/${legal.json.id}`, {})).json).toEqual(changed.json);
    expect((await call('DELETE', `/labels/${legal.json.id}`)).status).toBe(204);
    expectError(await call('DELETE', `/labels/${legal.json.id}`), 'not_found');
    expectError(await call('PATCH', `/labels/${NOBODYS}`, { name: 'x' }), 'not_found');
  });

  it('have names of their own, whatever their case', async () => {
    const sales = await make('Sales');
    const legal = await make('Legal');
    for (const answer of [
      await call('POST', '/labels', { name: 'SALES' }),
      await call('PATCH', `/labels/${legal}`, { name: 'sales' }),
    ])
      expectInvalid(answer);
    expect((await call('PATCH', `/labels/${sales}`, { name: 'SALES' })).json.name).toBe('SALES');
  });

  it.each([{ name: '' }, { name: 'x'.repeat(51) }, { name: 'x', color: 'mauve' }, {}])(
    'are not made of %j',
    async (body) => {
      expectInvalid(await call('POST', '/labels', body));
    },
  );

  it('are limited in number, however many are made at once', async () => {
    for (let number = 0; number < LIMITS.labelsMax - 2; number++) await make(`Label ${number}`);
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, number) => call('POST', '/labels', { name: `More ${number}` })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
  });
});

describe('the labels of an envelope', () => {
  it('are replaced, shown in lists, and change neither version nor log', async () => {
    const sent = await sendDraft(api, own.apiKey);
    const { id, version } = sent.envelope;
    const [sales, legal] = [await make('Sales'), await make('Legal')];
    const answer = await call('PUT', `/envelopes/${id}/labels`, { labelIds: [sales, legal, sales] });
    expect(answer.json.items.map(({ id }: { id: string }) => id)).toEqual([legal, sales]);
    expect((await listed(api, own.apiKey, id)).labels).toEqual(answer.json.items);
    expect((await call('GET', `/envelopes/${id}/labels`)).json).toEqual(answer.json);
    expect((await call('GET', `/envelopes/${id}`)).json.envelope.version).toBe(version);
    expect((await call('PUT', `/envelopes/${id}/labels`, { labelIds: [] })).json.items).toEqual([]);
  });

  it('are set on many at once, or on none of them', async () => {
    const [one, two] = [await draft(), await draft()];
    const label = await make('Sales');
    expect((await call('POST', `/labels/${label}/envelopes`, { add: [one, two] })).status).toBe(200);
    expect((await call('POST', `/labels/${label}/envelopes`, { add: [one], remove: [two] })).status).toBe(
      200,
    );
    expect((await listed(api, own.apiKey, one)).labels).toHaveLength(1);
    expect((await listed(api, own.apiKey, two)).labels).toEqual([]);
    const unknown = await call('POST', `/labels/${label}/envelopes`, { add: [two, 'env_gone'] });
    expectError(unknown, 'not_found');
    expect((await listed(api, own.apiKey, two)).labels).toEqual([]);
  });

  it('are at most 20', async () => {
    const id = await draft();
    const labels: string[] = [];
    for (let number = 0; number <= LIMITS.envelopeLabelsMax; number++) labels.push(await make(`L${number}`));
    expectInvalid(await call('PUT', `/envelopes/${id}/labels`, { labelIds: labels }));
    await call('PUT', `/envelopes/${id}/labels`, { labelIds: labels.slice(1) });
    expectInvalid(await call('POST', `/labels/${labels[0]}/envelopes`, { add: [id] }));
    expect((await listed(api, own.apiKey, id)).labels).toHaveLength(20);
  });

  it('go with the label', async () => {
    const id = await draft();
    const label = await make('Sales');
    await call('PUT', `/envelopes/${id}/labels`, { labelIds: [label] });
    await call('DELETE', `/labels/${label}`);
    expect((await listed(api, own.apiKey, id)).labels).toEqual([]);
  });

  it('are those of its organization only', async () => {
    const other = await api.tenant('Other');
    const theirs = await make('Theirs', other);
    const mine = await make('Mine');
    const [id, foreign] = [await draft(), await draft(other)];
    expectInvalid(await call('PUT', `/envelopes/${id}/labels`, { labelIds: [theirs] }));
    expectError(await call('PUT', `/envelopes/${foreign}/labels`, { labelIds: [] }), 'not_found');
    expectError(await call('GET', `/envelopes/${foreign}/labels`), 'not_found');
    expectError(await call('POST', `/labels/${theirs}/envelopes`, { add: [id] }), 'not_found');
    expectError(await call('POST', `/labels/${mine}/envelopes`, { add: [foreign] }), 'not_found');
    expect((await call('GET', '/labels')).json.items).toHaveLength(1);
  });
});
