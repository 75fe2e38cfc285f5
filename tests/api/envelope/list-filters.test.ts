import { beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '#domain/limits.ts';
import { ENVELOPE_SORTS } from '#domain/envelope/list.ts';
import { useApi, type Tenant } from '../../support/api.ts';
import { addRows, allPages, hour, page } from './list-rows.ts';

const api = useApi();
let tenant: Tenant;
let labelId: string;
let ids: string[];

const at = (hours: number) => hour(hours).toISOString();

/** More newer envelopes than a search scans before it collects rare matches. */
beforeAll(async () => {
  tenant = await api.tenant();
  ids = await addRows(api, tenant, [
    { name: 'Early', created: -100, status: 'completed', sent: -90, ended: -50, metadata: { crmId: '4711' } },
    { name: 'Late', created: -80, status: 'completed', sent: -70, ended: -10, senderUserId: tenant.userId },
    { name: 'Open', created: -60, status: 'in_progress', sent: -40, senderEmail: 'Rare@Sender.example' },
    { name: 'Draft', created: -30, metadata: { crmId: '4711', url: 'https://crm.example/a' } },
    ...Array.from({ length: 1200 }, (_, index) => ({ name: 'Filler', created: index })),
  ]);
  const { json } = await api.call('POST', '/api/v1/labels', {
    key: tenant.apiKey,
    body: { name: 'Sales', color: 'teal' },
  });
  labelId = json.id;
  const answer = await api.call('POST', `/api/v1/labels/${labelId}/envelopes`, {
    key: tenant.apiKey,
    body: { add: [ids[0], ids[3]] },
  });
  expect(answer.status).toBe(200);
});

describe('a filter by date', () => {
  it.each<[Record<string, string>, string[]]>([
    [{ createdFrom: at(-80), createdTo: at(-30) }, ['Late', 'Open']],
    [{ createdTo: at(-80) }, ['Early']],
    [{ createdTo: at(-30) }, ['Early', 'Late', 'Open']],
    [{ sentFrom: at(-70) }, ['Late', 'Open']],
    [{ sentTo: at(-70) }, ['Early']],
    [{ completedFrom: at(-50) }, ['Early', 'Late']],
    [{ completedFrom: at(-49), completedTo: at(0) }, ['Late']],
    [{ completedTo: at(-49), createdFrom: at(-100) }, ['Early']],
    [{ completedFrom: at(-100), view: 'drafts' }, []],
    [{ sentFrom: at(-100), search: 'late' }, ['Late']],
    [{ sentFrom: at(5) }, []],
  ])('%j finds %j, in every order', async (query, names) => {
    for (const sort of ENVELOPE_SORTS)
      expect((await page(api, tenant, { ...query, sort })).names.toSorted(), sort).toEqual(names.toSorted());
  });

  it('goes on page by page', async () => {
    const of = async (query: Record<string, string>) => allPages(api, tenant, { limit: '1', ...query });
    for (const sort of ENVELOPE_SORTS)
      expect((await of({ sentFrom: at(-100), sort })).toSorted(), sort).toEqual(ids.slice(0, 3).toSorted());
    expect(await allPages(api, tenant, { createdFrom: at(0), limit: '100' })).toHaveLength(1200);
  });

  it('takes moments with an offset only', async () => {
    for (const createdFrom of ['2026-01-01', 'yesterday', '2026-01-01T00:00:00'])
      expect(
        (await api.call('GET', `/api/v1/envelopes?createdFrom=${createdFrom}`, { key: tenant.apiKey }))
          .status,
      ).toBe(422);
  });

  it('takes moments in the years that the database knows', async () => {
    for (const moment of ['0000-01-01T00:00:00Z', '9999-12-31T23:59:59-01:00', '0001-01-01T00:00:00%2B01:00'])
      for (const name of ['createdFrom', 'sentTo', 'completedFrom'])
        expect(
          (await api.call('GET', `/api/v1/envelopes?${name}=${moment}`, { key: tenant.apiKey })).status,
          `${name} ${moment}`,
        ).toBe(422);
    expect((await page(api, tenant, { createdFrom: '0001-01-01T00:00:00Z' })).names).not.toEqual([]);
  });
});

describe('a filter by label', () => {
  it('finds what has it, in every order and with other filters', async () => {
    for (const sort of ENVELOPE_SORTS)
      expect((await page(api, tenant, { labelId, sort })).names.toSorted()).toEqual(['Draft', 'Early']);
    expect((await page(api, tenant, { labelId, search: 'early' })).names).toEqual(['Early']);
    expect((await page(api, tenant, { labelId, view: 'drafts' })).names).toEqual(['Draft']);
    expect(await allPages(api, tenant, { labelId, limit: '1' })).toHaveLength(2);
  });

  it('finds nothing by a label of another organization', async () => {
    const other = await api.tenant();
    await addRows(api, other, [{ name: 'Theirs' }]);
    expect((await page(api, other, { labelId })).names).toEqual([]);
  });
});

describe('a filter by metadata', () => {
  it('finds what has the pair, in every order and with other filters', async () => {
    for (const sort of ENVELOPE_SORTS)
      expect((await page(api, tenant, { metadata: 'crmId:4711', sort })).names.toSorted(), sort).toEqual([
        'Draft',
        'Early',
      ]);
    expect((await page(api, tenant, { metadata: 'url:https://crm.example/a' })).names).toEqual(['Draft']);
    expect((await page(api, tenant, { metadata: 'crmId:4711', labelId, view: 'drafts' })).names).toEqual([
      'Draft',
    ]);
    expect(await allPages(api, tenant, { metadata: 'crmId:4711', limit: '1' })).toHaveLength(2);
    for (const metadata of ['crmId:471', 'crmid:4711', 'url:4711', 'crmId:'])
      expect((await page(api, tenant, { metadata })).names, metadata).toEqual([]);
  });

  it('finds what has all of several pairs, in every order', async () => {
    const { apiKey: key } = await api.tenant();
    const create = async (name: string, metadata: Record<string, string>) =>
      await api.call('POST', '/api/v1/envelopes', {
        key,
        body: { originalFilename: `${name}.pdf`, metadata },
      });
    await create('both', { crmId: '4711', region: 'north, east' });
    await create('one', { crmId: '4711', region: 'south' });
    await create('other', { crmId: '1', region: 'north, east' });
    const list = (metadata: readonly string[], sort: (typeof ENVELOPE_SORTS)[number] = 'created') =>
      api.client(key).GET('/api/v1/envelopes', { params: { query: { metadata: [...metadata], sort } } });
    const names = async (...given: Parameters<typeof list>) =>
      (await list(...given)).data?.items.map(({ displayName }) => displayName).toSorted();
    for (const sort of ENVELOPE_SORTS)
      expect(await names(['crmId:4711', 'region:north, east'], sort), sort).toEqual(['both']);
    expect(await names(['crmId:4711'])).toEqual(['both', 'one']);
    expect(await names(['region:north, east', 'crmId:2'])).toEqual([]);
    expect(await names(['crmId:4711', 'crmId:1'])).toEqual([]);
    const many = Array.from({ length: LIMITS.metadataFiltersMax + 1 }, (_, at) => `k${at}:v`);
    expect((await list(many)).response.status).toBe(422);
    expect((await list(many.slice(1))).response.status).toBe(200);
    const bad = await api.call('GET', '/api/v1/envelopes?metadata=crmId:1&metadata=crmId', { key });
    expect([bad.status, bad.json.details.issues[0].path]).toEqual([422, '/metadata/1']);
    const twice = await api.call('GET', '/api/v1/envelopes?sender=a&sender=b', { key });
    expect([twice.status, twice.json.details.issues[0].path]).toEqual([422, '/sender']);
  });

  it.each(['crmId', ':4711', ':'])('refuses %s', async (metadata) => {
    const { status, json } = await api.call('GET', `/api/v1/envelopes?metadata=${metadata}`, {
      key: tenant.apiKey,
    });
    expect([status, json.details.issues[0].path]).toEqual([422, '/metadata']);
  });

  it('follows an envelope through its life', async () => {
    const { apiKey: key } = await api.tenant();
    const { json: created } = await api.call('POST', '/api/v1/envelopes', {
      key,
      body: { originalFilename: 'a.pdf', metadata: { stage: 'new' } },
    });
    const { id } = created.envelope;
    const found = async (metadata: string) =>
      (await api.call('GET', `/api/v1/envelopes?metadata=${metadata}`, { key })).json.items.length as number;
    expect(await found('stage:new')).toBe(1);
    await api.call('PUT', `/api/v1/envelopes/${id}/draft`, { key, body: { metadata: { stage: 'next' } } });
    expect([await found('stage:new'), await found('stage:next')]).toEqual([0, 1]);
    await api.call('PUT', `/api/v1/envelopes/${id}/draft`, { key, body: { metadata: null } });
    expect(await found('stage:next')).toBe(0);
  });

  it('finds nothing of another organization', async () => {
    const other = await api.tenant();
    await addRows(api, other, [{ name: 'Theirs', metadata: { crmId: '4712' } }]);
    expect((await page(api, other, { metadata: 'crmId:4711' })).names).toEqual([]);
    expect((await page(api, tenant, { metadata: 'crmId:4712' })).names).toEqual([]);
  });
});

describe('a filter by sender', () => {
  it.each([
    ['rare@sender.example', ['Open']],
    ['RARE@SENDER.EXAMPLE', ['Open']],
    ['rare@sender', []],
    ['user_0123456789abcdefghjkmnpqrs', []],
  ])('%s finds %j, in every order', async (sender, names) => {
    for (const sort of ENVELOPE_SORTS)
      expect((await page(api, tenant, { sender, sort })).names, sort).toEqual(names);
  });

  it('takes the ID of a user', async () => {
    expect((await page(api, tenant, { sender: tenant.userId })).names).toEqual(['Late']);
    expect((await page(api, tenant, { sender: tenant.userId, view: 'drafts' })).names).toEqual([]);
    expect(await allPages(api, tenant, { sender: 'sam@sender.example', limit: '100' })).toHaveLength(1203);
  });
});
