import { beforeAll, describe, expect, it } from 'vitest';
import { ENVELOPE_SORTS } from '#domain/envelope/list.ts';
import { useApi, type Tenant } from '../../support/api.ts';
import { addRows, allPages, hour, page } from './list-rows.ts';

const api = useApi();
let tenant: Tenant;
let labelId: string;
let ids: string[];

const at = (hours: number) => hour(hours).toISOString();

/** Many newer ones than are looked at before what is rare is gathered. */
beforeAll(async () => {
  tenant = await api.tenant();
  ids = await addRows(api, tenant, [
    { name: 'Early', created: -100, status: 'completed', sent: -90, ended: -50 },
    { name: 'Late', created: -80, status: 'completed', sent: -70, ended: -10 },
    { name: 'Open', created: -60, status: 'in_progress', sent: -40 },
    { name: 'Draft', created: -30 },
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
