import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { useApi, type Tenant } from '../../support/api.ts';
import { createDraft } from '../../support/envelopes.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { addRows, allPages, page, type Row } from './list-rows.ts';

const api = useApi();

const RARE: readonly Row[] = [
  {
    name: 'Mietvertrag Zürich',
    file: 'Scan 0815.PDF',
    people: [{ name: 'Ana Müller' }, { name: '山田 太郎' }],
  },
  { name: '契約書', file: 'keiyaku.docx', people: [{ name: 'O’Brien 100%' }] },
  {
    name: 'Договор аренды',
    file: 'dogovor_1.pdf',
    people: [{ name: 'Иван Петров', email: 'IVAN@Пример.example' }],
  },
  { name: '100% of_all\\parts', file: "it's.pdf", people: [] },
];

/** A search term, and the names of what it finds. */
const Q: readonly (readonly [string, readonly string[]])[] = [
  ['mietVERTRAG', ['Mietvertrag Zürich']],
  ['ZÜRICH', ['Mietvertrag Zürich']],
  ['Zu\u0308rich', ['Mietvertrag Zürich']],
  ['scan 08', ['Mietvertrag Zürich']],
  ['契約', ['契約書']],
  ['書', ['契約書']],
  ['договор', ['Договор аренды']],
  ['Договор аренды', ['Договор аренды']],
  ['_1.p', ['Договор аренды']],
  ['100%', ['100% of_all\\parts']],
  ['f_a', ['100% of_all\\parts']],
  ['\\p', ['100% of_all\\parts']],
  ["t's", ['100% of_all\\parts']],
  ['zürichscan', []],
  ['zürich\u001fscan', []],
  ['%', ['100% of_all\\parts']],
  ['x_y', []],
];
const RECIPIENT: readonly (readonly [string, readonly string[]])[] = [
  ['ana m', ['Mietvertrag Zürich']],
  ['MÜLLER', ['Mietvertrag Zürich']],
  ['山田', ['Mietvertrag Zürich']],
  ['o’brien 100%', ['契約書']],
  ['ivan@пример', ['Договор аренды']],
  ['ПЕТРОВ', ['Договор аренды']],
  ['mietvertrag', []],
  ['üllerana', []],
];

describe.each([
  ['few envelopes', 0],
  ['so many that rare texts are gathered by their grams', 1100],
])('among %s', (_name, others) => {
  let tenant: Tenant;

  beforeAll(async () => {
    tenant = await api.tenant();
    await addRows(
      api,
      tenant,
      RARE.map((row, index) => ({ ...row, created: -index })),
    );
    await addRows(
      api,
      tenant,
      Array.from({ length: others }, (_, index) => ({
        name: `Filler ${index}`,
        file: `common-${index}.pdf`,
        created: index,
        people: [{ name: 'Fred Filler' }],
      })),
    );
  });

  it.each(Q)('q %s', async (q, names) => {
    expect((await page(api, tenant, { q })).names).toEqual(names);
    for (const sort of ['sent', 'completed', 'activity', 'name', 'urgency'])
      expect((await page(api, tenant, { q, sort })).names).toEqual(names);
  });

  it.each(RECIPIENT)('recipient %s', async (recipient, names) => {
    expect((await page(api, tenant, { recipient })).names).toEqual(names);
  });

  it('both together, and with other filters', async () => {
    expect((await page(api, tenant, { q: 'pdf', recipient: 'müller' })).names).toEqual([
      'Mietvertrag Zürich',
    ]);
    expect((await page(api, tenant, { q: 'zürich', recipient: 'people' })).names).toEqual([
      'Mietvertrag Zürich',
    ]);
    expect((await page(api, tenant, { q: 'zürich', recipient: 'петров' })).names).toEqual([]);
    expect((await page(api, tenant, { q: 'zürich', view: 'drafts' })).names).toEqual(['Mietvertrag Zürich']);
    expect((await page(api, tenant, { q: 'zürich', status: 'completed' })).names).toEqual([]);
    expect((await page(api, tenant, { q: 'zürich', view: 'attention' })).names).toEqual([]);
    expect((await page(api, tenant, { q: 'zürich', teamId: tenant.teamId })).names).toEqual([
      'Mietvertrag Zürich',
    ]);
  });

  it('page by page', async () => {
    expect(await allPages(api, tenant, { q: 'p', limit: '100' })).toHaveLength(RARE.length - 1 + others);
    const rare = await allPages(api, tenant, { recipient: '.example', q: 'о', limit: '1' });
    expect(rare).toHaveLength(1);
    const two = await allPages(api, tenant, { q: '100%', limit: '1' });
    expect(two).toHaveLength(1);
  });
});

describe('what changes', () => {
  it('is found by its current text', async () => {
    const tenant = await api.tenant();
    const key = tenant.apiKey;
    await addRows(
      api,
      tenant,
      Array.from({ length: 1001 }, (_, created) => ({ name: 'Filler', created })),
    );
    const signature = { type: 'signature', page: 1, x: 0.1, y: 0.1, width: 0.2, height: 0.1 };
    const { json } = await createDraft(api, key, {
      displayName: 'Erstfassung',
      participants: [{ name: 'Greta', email: 'greta@old.example' }],
      fields: [{ ...signature, participantIndex: 0 }],
    });
    expect((await page(api, tenant, { q: 'erstfass' })).names).toEqual(['Erstfassung']);
    const id = json.envelope.id as string;
    const { json: changed, status } = await api.ask('PUT /api/v1/envelopes/{id}/draft', {
      key,
      path: { id },
      body: {
        expectedVersion: json.envelope.version,
        displayName: 'Zweitfassung',
        participants: [{ name: 'Helga', email: 'helga@new.example' }],
        fields: [
          { type: 'signature', page: 1, x: 0.1, y: 0.1, width: 0.2, height: 0.1, participantIndex: 0 },
        ],
      },
    });
    expect({ status, changed }).toMatchObject({ status: 200 });
    const names = async (query: Record<string, string>) => (await page(api, tenant, query)).names;
    expect(await names({ q: 'erstfass' })).toEqual([]);
    expect(await names({ q: 'zweitfass' })).toEqual(['Zweitfassung']);
    expect(await names({ recipient: 'greta@old' })).toEqual([]);
    expect(await names({ recipient: 'helga@new' })).toEqual(['Zweitfassung']);
  });
});

describe('other organizations', () => {
  const matching = (about: string, text: string) =>
    sql`select * from matching_envelopes(${about}, ${text}, 'infinity', '', 100)`;

  it('are never found by any search', async () => {
    const [tenant, other] = [await api.tenant(), await api.tenant()];
    await addRows(api, other, [{ name: 'Geheimprojekt', people: [{ name: 'Vera Verborgen' }] }]);
    await addRows(
      api,
      tenant,
      Array.from({ length: 1001 }, (_, created) => ({ name: 'Filler', created })),
    );
    expect((await page(api, other, { q: 'geheimprojekt' })).names).toEqual(['Geheimprojekt']);
    expect((await page(api, tenant, { q: 'geheimprojekt' })).names).toEqual([]);
    expect((await page(api, tenant, { recipient: 'verborgen' })).names).toEqual([]);

    const found = async (organizationId: string) =>
      await transaction(api.services.db, { organizationId }, async (tx) => [
        ...(await tx.execute(matching('envelope', 'geheimprojekt'))),
        ...(await tx.execute(matching('participant', 'verborgen'))),
      ]);
    expect(await found(other.organizationId)).toHaveLength(2);
    expect(await found(tenant.organizationId)).toEqual([]);
    expect(await found('')).toEqual([]);
    const unscoped = await api.services.db.drizzle.execute(matching('envelope', 'geheimprojekt'));
    expect(unscoped).toHaveLength(0);
  });

  it('cannot be reached through the search entries', async () => {
    const { organizationId } = await api.tenant();
    for (const statement of [
      sql`select content from search_entries`,
      sql`update search_entries set content = ''`,
      sql`delete from search_entries`,
    ]) {
      const attempt = transaction(api.services.db, { organizationId }, (tx) => tx.execute(statement));
      await expect(attempt).rejects.toMatchObject({ cause: { code: '42501' } });
    }
  });
});
