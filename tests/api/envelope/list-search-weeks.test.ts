import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { ENVELOPE_SORTS } from '#domain/envelope/list.ts';
import { ALONG_INDEXES, listEnvelopes, type ListFilter, type Place } from '#server/db/list/envelope-list.ts';
import { envelopes } from '#server/db/schema/envelopes.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { listTransaction, transaction } from '#server/db/client/transaction.ts';
import { useApi, type Tenant } from '../../support/api.ts';
import { addRows, addTemplate, hour, type Row } from './list-rows.ts';
import { EVERYTHING } from '../../support/list-filter.ts';

const api = useApi();
const WEEK_HOURS = 24 * 7;
/** More than a search scans before it collects rare matches, and more than it collects at once. */
const MANY = 5000;
const PAGE = 50;

type Known = Row & { readonly id: string; readonly name: string; readonly created: number };
let tenant: Tenant;
let templates: string[];
let known: Known[];

/**
 * A year of envelopes with a gap of a few months. Their words are common in some weeks and rare or absent in
 * others.
 */
beforeAll(async () => {
  tenant = await api.tenant();
  templates = [await addTemplate(api, tenant), await addTemplate(api, tenant)];
  const rows = Array.from({ length: MANY }, (_, index) => ({
    name: [
      index < 1500 ? 'Alt' : 'Neu',
      index % 251 === 0 ? 'Selten' : 'Oft',
      index > MANY - 13 ? 'Zuletzt zq' : 'Früher',
      `n°${index}`,
    ].join(' '),
    file: index % 2 === 0 ? `${index}.pdf` : `${index}.docx`,
    status: index % 40 === 0 ? ('draft' as const) : ('completed' as const),
    // Also many at exactly the same time.
    created: index % 7 === 0 ? 0 : index + (index > 2500 ? 20 * WEEK_HOURS : 0),
    deleted: index % 40 === 0 && index % 3 === 0,
    // One that is always in use, and one that was for a few weeks.
    ...templateOf(index % 3 === 0 ? 0 : index > 600 && index < 900 ? 1 : null),
    people: index % 100 === 7 ? [{ name: 'Rare Rita' }] : index < 300 ? [{ name: 'Early Earl' }] : [],
  }));
  known = [];
  for (let start = 0; start < MANY; start += 1000) {
    const part = rows.slice(start, start + 1000);
    const ids = await addRows(api, tenant, part);
    known.push(...part.map((row, index) => ({ ...row, id: ids[index] ?? '' })));
  }
});

const filters = fc.record({
  sort: fc.constantFrom(...ENVELOPE_SORTS),
  template: fc.constantFrom(null, null, 0, 1),
  q: fc.constantFrom(
    null,
    'alt',
    'Neu',
    'selten',
    'zuletzt',
    'zq',
    'q',
    '°',
    '42',
    '4242.pdf',
    'e',
    'none',
    'früher n°',
  ),
  search: fc.constantFrom(
    null,
    null,
    'neu oft',
    'rita selten',
    'rita',
    'earl früher',
    'zuletzt',
    'e',
    'doc 42',
    'alt nobody',
    'EARLY pdf alt',
    'rare ri',
  ),
  recipient: fc.constantFrom(null, null, 'rita', 'earl', 'nobody', '@people'),
  statuses: fc.constantFrom(null, null, ['draft'] as const, ['completed'] as const),
});

describe('a search through many weeks', () => {
  it('finds the same as a full scan, wherever a page begins', async () => {
    await fc.assert(
      fc.asyncProperty(
        filters,
        fc.double({ min: 0, max: 1, noNaN: true }),
        async ({ template, ...rest }, depth) => {
          const filter = { ...rest, ...templateOf(template) };
          const expected = lookedAt({ ...EVERYTHING, ...filter });
          expect(await found(filter, null)).toEqual(expected.slice(0, PAGE));
          const place = Math.floor(depth * expected.length);
          const last = expected[place - 1];
          if (last !== undefined && filter.sort !== 'name')
            expect(await found(filter, placeOf(last, filter.sort))).toEqual(
              expected.slice(place, place + PAGE),
            );
        },
      ),
      { numRuns: 80 },
    );
  });

  it('finds everything page by page', async () => {
    for (const filter of [
      { q: 'selten' },
      { search: 'selten' },
      { search: 'rita pdf', sort: 'name' as const },
      { q: 'alt', recipient: 'rita' },
      { q: 'zq', sort: 'name' as const },
    ])
      expect(await everyPage(filter)).toEqual(lookedAt({ ...EVERYTHING, ...filter }));
  });

  it('finds an envelope whose creation time changed', async () => {
    const [id = ''] = await addRows(api, tenant, [
      { name: 'Wanderer', created: 3, people: [{ name: 'Walt' }] },
    ]);
    await move(id, hour(60 * WEEK_HOURS));
    expect(await found({ q: 'wanderer' }, null)).toEqual([id]);
    expect(await found({ recipient: 'walt' }, null)).toEqual([id]);
    expect(await found({ search: 'walt wand' }, null)).toEqual([id]);
    await move(id, hour(-60 * WEEK_HOURS));
    expect(await found({ q: 'wanderer' }, null)).toEqual([id]);
    expect(await found({ recipient: 'walt' }, null)).toEqual([id]);
    expect(await found({ search: 'walt wand' }, null)).toEqual([id]);
  });
});

/** Returns the ids of all matches in order, by checking every envelope. */
function lookedAt({ q, search, recipient, statuses, sort, templateId }: ListFilter): string[] {
  const holds = (text: string, part: string) => text.toLowerCase().includes(part.toLowerCase());
  return known
    .filter(({ deleted }) => deleted !== true)
    .filter(({ status = 'draft' }) => statuses === null || statuses.includes(status))
    .filter((row) => templateId === null || row.templateId === templateId)
    .filter(({ name, file = '' }) => q === null || holds(name, q) || holds(file, q))
    .filter((row) => search === null || hasWords(row, search))
    .filter(
      ({ people = [] }) =>
        recipient === null ||
        people.some(({ name }) =>
          [name, `${name.toLowerCase().replaceAll(' ', '.')}@people.example`].some((text) =>
            holds(text, recipient),
          ),
        ),
    )
    .sort((one, other) => {
      const byId = one.id < other.id ? 1 : -1;
      if (sort === 'name') return compared(folded(one.name), folded(other.name)) || -byId;
      if (hasMoment(sort) && one.status !== other.status) return one.status === 'completed' ? -1 : 1;
      return other.created - one.created || byId;
    })
    .map(({ id }) => id);
}

/** Whether each search term is part of a word. Only umlauts need folding here. */
function hasWords({ name, file = '', people = [] }: Known, search: string): boolean {
  const all = [name, file, ...people.map(({ name }) => `${name} ${name.replace(' ', '.')}@people.example`)]
    .join(' ')
    .toLowerCase();
  return search
    .toLowerCase()
    .split(' ')
    .every((word) => all.includes(word));
}

/** Whether a list is sorted by a time that only completed envelopes have here. */
function hasMoment(sort: ListFilter['sort']): boolean {
  return sort === 'completed' || sort === 'sent';
}

function templateOf(index: number | null): { templateId?: string } {
  const templateId = index === null ? undefined : templates[index];
  return templateId === undefined ? {} : { templateId };
}

function folded(name: string): Buffer {
  return Buffer.from(name.normalize('NFKD').toLowerCase());
}

function compared(one: Buffer, other: Buffer): number {
  return Buffer.compare(one, other);
}

function placeOf(id: string, sort: ListFilter['sort']): Place {
  const row = known.find((one) => one.id === id);
  if (row === undefined) throw new Error(`there is no ${id}`);
  const created = hour(row.created).toISOString();
  // None of these has a deadline or needs attention.
  if (sort === 'urgency') return { phase: 1, keys: [String(Number.MIN_SAFE_INTEGER), created], id };
  const phase = hasMoment(sort) && row.status !== 'completed' ? 1 : 0;
  return { phase, keys: [created], id };
}

async function pageOf(filter: Partial<ListFilter>, after: Place | null) {
  const { organizationId } = tenant;
  const list = (tx: Transaction) =>
    listEnvelopes(tx, organizationId, { ...EVERYTHING, ...filter }, { after, limit: PAGE, now: hour(0) });
  return await listTransaction(api.services.db, { organizationId }, list, ALONG_INDEXES);
}

async function found(filter: Partial<ListFilter>, after: Place | null): Promise<string[]> {
  return [...(await pageOf(filter, after)).ids];
}

async function everyPage(filter: Partial<ListFilter>): Promise<string[]> {
  const ids: string[] = [];
  let after: Place | null = null;
  do {
    const page = await pageOf(filter, after);
    ids.push(...page.ids);
    after = page.next;
  } while (after !== null);
  return ids;
}

async function move(id: string, to: Date): Promise<void> {
  const { organizationId } = tenant;
  await transaction(api.services.db, { organizationId }, (tx) =>
    tx.update(envelopes).set({ createdAt: to }).where(eq(envelopes.id, id)),
  );
}
