import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ENVELOPE_SORTS, STATUSES_IN_VIEW, type EnvelopeSort } from '#domain/envelope/list.ts';
import { ENVELOPE_STATUSES, ENVELOPE_VIEWS, type EnvelopeView } from '#domain/envelope/status.ts';
import { expectIssues } from '../../support/answers.ts';
import { useApi } from '../../support/api.ts';
import { addRows, allPages, hour, page, type Row } from './list-rows.ts';

const api = useApi();
const ROWS_MAX = 14;
/** The clock stands at hour 0, so anything that expires before then needs attention. */
const SOON = 72;

type Drawn = Row & {
  readonly name: string;
  readonly created: number;
  readonly status: NonNullable<Row['status']>;
};

const rows = fc.array(
  fc.record({
    name: fc.constantFrom(
      'a',
      'B',
      'b',
      'Ä',
      'same name',
      'Same Name',
      'x'.repeat(90),
      '契約'.repeat(60),
      '𝔸'.repeat(40),
    ),
    status: fc.constantFrom(...ENVELOPE_STATUSES),
    created: fc.nat(3),
    sentAfter: fc.option(fc.nat(2), { nil: undefined }),
    ended: fc.nat(4),
    activity: fc.nat(5),
    expires: fc.option(fc.constantFrom(-1, 10, SOON, SOON + 1, 100), { nil: undefined }),
    standing: fc.constantFrom([] as const, [] as const, ['delivery_failed'] as const),
  }),
  { maxLength: ROWS_MAX },
);

describe('pages', () => {
  it.each(ENVELOPE_SORTS)('by %s add up to the whole list in order, in every view', async (sort) => {
    api.clock.now = hour(0);
    await fc.assert(
      fc.asyncProperty(rows, fc.integer({ min: 1, max: 4 }), async (drawn, limit) => {
        const tenant = await api.tenant();
        const given: Drawn[] = drawn.map(({ sentAfter, expires, ...row }) => ({
          ...row,
          ...(expires === undefined ? {} : { expires }),
          ...(sentAfter === undefined ? {} : { sent: row.created + sentAfter }),
        }));
        const ids = await addRows(api, tenant, given);
        for (const view of ENVELOPE_VIEWS) {
          const expected = given
            .map((row, index) => ({ ...row, id: ids[index] ?? '' }))
            .filter((row) => isIn(view, row))
            .sort(orderBy(sort))
            .map(({ id }) => id);
          expect(await allPages(api, tenant, { sort, view, limit: String(limit) })).toEqual(expected);
        }
      }),
      { numRuns: 6 },
    );
  });

  it('end without a cursor on the last page', async () => {
    const tenant = await api.tenant();
    await addRows(api, tenant, [{ created: 1 }, { created: 2 }]);
    expect((await page(api, tenant, { limit: '2' })).nextCursor).toBeNull();
    expect((await page(api, tenant, { limit: '1' })).nextCursor).toEqual(expect.any(String));
  });

  it('have 50 envelopes unless told otherwise', async () => {
    const tenant = await api.tenant();
    await addRows(
      api,
      tenant,
      Array.from({ length: 101 }, (_, created) => ({ created })),
    );
    expect((await page(api, tenant)).ids).toHaveLength(50);
    expect((await page(api, tenant, { limit: '100' })).ids).toHaveLength(100);
  });

  it('neither repeat nor skip envelopes in the default order while others change', async () => {
    const tenant = await api.tenant();
    const ids = await addRows(
      api,
      tenant,
      Array.from({ length: 12 }, (_, index) => ({ name: `before ${index}`, created: index >> 1 })),
    );
    const seen: string[] = [];
    let cursor: string | null = null;
    for (let turn = 0; cursor !== null || turn === 0; turn++) {
      const next = await page(api, tenant, { limit: '3', ...(cursor === null ? {} : { cursor }) });
      seen.push(...next.ids);
      cursor = next.nextCursor;
      await addRows(api, tenant, [{ name: 'newer', created: 100 + turn }]);
      const changed = ids[turn * 5];
      if (changed !== undefined)
        expect(
          (
            await api.ask('POST /api/v1/envelopes/{id}/void', {
              key: tenant.apiKey,
              path: { id: changed },
              body: { expectedVersion: 1 },
            })
          ).status,
        ).toBe(200);
    }
    expect(seen.toSorted()).toEqual(ids.toSorted());
  });
});

describe('cursors', () => {
  it.each(ENVELOPE_SORTS)('stay within 200 characters when sorting by %s', async (sort) => {
    const tenant = await api.tenant();
    const names = ['"'.repeat(200), '\\'.repeat(200), 'ß'.repeat(200), '契'.repeat(200), '😀'.repeat(100)];
    await addRows(
      api,
      tenant,
      names.flatMap((name) => [{ name, status: 'completed' as const, expires: 900 }, { name }]),
    );
    let cursor: string | null = null;
    const seen = new Set<string>();
    do {
      const next: Awaited<ReturnType<typeof page>> = await page(api, tenant, {
        sort,
        limit: '1',
        ...(cursor === null ? {} : { cursor }),
      });
      next.ids.forEach((id) => seen.add(id));
      cursor = next.nextCursor;
      expect(cursor?.length ?? 0).toBeLessThanOrEqual(200);
    } while (cursor !== null);
    expect(seen.size).toBe(10);
  });

  const given = {
    limit: '1',
    view: 'drafts',
    status: 'draft,review',
    sort: 'name',
    q: 'a',
    recipient: 'p',
    teamId: 't',
    templateId: 'u',
  };

  it('are valid for their filters and sort, with any limit', async () => {
    const tenant = await api.tenant();
    await addRows(api, tenant, [{ created: 1 }, { created: 2 }, { created: 3 }]);
    const { nextCursor } = await page(api, tenant, { limit: '1', status: 'draft,review' });
    const cursor = nextCursor ?? '';
    expect((await page(api, tenant, { cursor, status: 'review,draft', limit: '2' })).ids).toHaveLength(2);
    for (const [name, value] of Object.entries(given)) {
      if (name === 'limit' || name === 'status') continue;
      const query = new URLSearchParams({ cursor, status: 'draft,review', [name]: value });
      expectIssues(await api.call('GET', `/api/v1/envelopes?${query}`, { key: tenant.apiKey }), ['/cursor']);
    }
    expectIssues(await api.ask('GET /api/v1/envelopes', { key: tenant.apiKey, query: { cursor } }), [
      '/cursor',
    ]);
  });

  it('are invalid for other organizations', async () => {
    const [tenant, other] = [await api.tenant(), await api.tenant()];
    await addRows(api, tenant, [{}, {}]);
    const { nextCursor } = await page(api, tenant, { limit: '1' });
    expectIssues(
      await api.ask('GET /api/v1/envelopes', { key: other.apiKey, query: { cursor: nextCursor ?? '' } }),
      ['/cursor'],
    );
  });

  it('cannot be changed', async () => {
    const tenant = await api.tenant();
    await addRows(api, tenant, [{}, {}]);
    const cursor = (await page(api, tenant, { limit: '1' })).nextCursor ?? '';
    for (let at = 0; at < cursor.length; at += 7) {
      const changed = `${cursor.slice(0, at)}${cursor[at] === 'A' ? 'B' : 'A'}${cursor.slice(at + 1)}`;
      expectIssues(
        await api.ask('GET /api/v1/envelopes', { key: tenant.apiKey, query: { cursor: changed } }),
        ['/cursor'],
      );
    }
  });
});

type Placed = Drawn & { readonly id: string };

function isIn(view: EnvelopeView, row: Drawn): boolean {
  return STATUSES_IN_VIEW[view].includes(row.status) && (view !== 'attention' || needsAttention(row));
}

function needsAttention({ status, expires, standing = [] }: Drawn): boolean {
  return standing.length > 0 || (status === 'in_progress' && expires !== undefined && expires <= SOON);
}

/** The order that the API documents, computed from the data the rows were made from. */
function orderBy(sort: EnvelopeSort): (left: Placed, right: Placed) => number {
  const newest = (left: Placed, right: Placed) => right.created - left.created || byId(right, left);
  const byMoment = (of: (row: Placed) => number | undefined) => (left: Placed, right: Placed) => {
    const [a, b] = [of(left), of(right)];
    if (a === undefined || b === undefined)
      return Number(a === undefined) - Number(b === undefined) || newest(left, right);
    return b - a || byId(right, left);
  };
  switch (sort) {
    case 'created':
      return newest;
    case 'activity':
      return byMoment(({ activity }) => activity);
    case 'sent':
      return byMoment(sentOf);
    case 'completed':
      return byMoment(({ status, ended }) => (status === 'completed' ? ended : undefined));
    case 'name':
      return (left, right) => Buffer.compare(nameKey(left.name), nameKey(right.name)) || byId(left, right);
    case 'urgency':
      return (left, right) =>
        Number(needsAttention(right)) - Number(needsAttention(left)) ||
        deadlineOf(left) - deadlineOf(right) ||
        newest(left, right);
    default:
      return sort satisfies never;
  }
}

function byId(left: Placed, right: Placed): number {
  return left.id < right.id ? -1 : left.id > right.id ? 1 : 0;
}

function sentOf({ sent, status, created }: Drawn): number | undefined {
  return sent ?? (['in_progress', 'completed', 'declined', 'expired'].includes(status) ? created : undefined);
}

/** Deadlines count while the envelope is open. Two envelopes without one are equal. */
function deadlineOf({ status, expires }: Drawn): number {
  const isOpen = ['draft', 'detecting', 'review', 'in_progress'].includes(status);
  return isOpen && expires !== undefined ? expires : Number.MAX_SAFE_INTEGER;
}

function nameKey(name: string): Buffer {
  const folded = [...name.normalize('NFKD').toLowerCase()];
  const cut = [80, 40, 26, 20]
    .map((length) => Buffer.from(folded.slice(0, length).join('')))
    .find(({ byteLength }) => byteLength <= 80);
  return cut ?? Buffer.from(folded.slice(0, 20).join(''));
}
