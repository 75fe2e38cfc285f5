import { page, type Locator } from 'vitest/browser';
import type { Label } from '#domain/label.ts';
import { listInput, readQuery } from '#ui/envelopes/list/list-query.ts';
import type { ListQuery } from '#wire/envelope-list.ts';
import type { PageServerData } from '../../../src/routes/(app)/(pages)/envelopes/$types';
import { refuse, type Calls } from './answers.ts';
import { openPage } from './page.ts';
import { remindRow, type Row } from './rows.ts';

const PAGE_SIZE = 25;

type View = { readonly id: string; readonly name: string; readonly query: string };

/** What the list opens with, and what the test answers itself. */
type Listed = {
  readonly rows: readonly Row[];
  readonly labels?: readonly Label[];
  readonly calls?: Calls;
  /** The data of other pages, which are opened from the list. */
  readonly pages?: (url: URL) => object | null;
};

/** Opens the list of envelopes with a server that keeps them in memory. */
export async function openList(
  { rows: first, labels: firstLabels = [], calls = {}, pages = () => null }: Listed,
  address = '/envelopes',
): Promise<{ readonly rows: () => readonly Row[] }> {
  let rows = first;
  let labels = firstLabels;
  let views: readonly View[] = [];
  let made = 0;
  const around = {
    get views() {
      return [...views];
    },
  };
  const change = (id: string, how: (row: Row) => Row) => {
    rows = rows.map((row) => (row.id === id ? how(row) : row));
  };
  const find = ({ cursor, limit = PAGE_SIZE, ...input }: Partial<ListQuery>) => {
    const found = rows.filter((row) => isListed(row, input));
    const start = Number(cursor ?? 0);
    const end = start + limit;
    return { items: found.slice(start, end), nextCursor: end < found.length ? String(end) : null };
  };
  await openPage<object>(address, {
    around,
    load: (url): PageServerData | object => {
      const other = pages(url);
      if (other !== null) return other;
      const { searchParams } = url;
      const query = readQuery(searchParams);
      const input = listInput(query, Date.now());
      const count = (view: 'waiting' | 'attention') => rows.filter((row) => isListed(row, { view })).length;
      return {
        ...{ query, input, page: find(input), choices: { teams: [], templates: [], labels: [...labels] } },
        numbers: {
          ...{ yourTurn: 0, waiting: count('waiting'), attention: count('attention') },
          completed: rows.filter(({ status }) => status === 'completed').length,
        },
        ...{ mark: '', hasNone: rows.length === 0, role: 'owner', isFirstPage: true, pageSize: PAGE_SIZE },
      };
    },
    calls: {
      'envelope.list': (input) => find(input),
      'envelope.rows': ({ ids }) => ({ items: rows.filter(({ id }) => ids.includes(id)) }),
      'envelope.passages': () => [],
      'envelope.remind': ({ id, expectedVersion }) => {
        const row = rows.find((one) => one.id === id);
        if (row?.version !== expectedVersion) throw refuse('version_conflict');
        change(id, remindRow);
        return {} as never;
      },
      'envelope.delete': ({ id }) => {
        rows = rows.filter((row) => row.id !== id);
        return undefined as never;
      },
      'envelope.void': ({ id }) => {
        change(id, (row) => ({ ...row, status: 'voided', waitingFor: null, version: row.version + 1 }));
        return {} as never;
      },
      'label.list': () => ({ items: [...labels] }),
      'label.create': ({ name, color = 'gray' }) => {
        const label = { id: `lab_${(made += 1)}`, name, color };
        labels = [...labels, label];
        return label;
      },
      'label.putOn': ({ id, add = [], remove = [] }) => {
        const label = labels.find((one) => one.id === id);
        const others = (row: Row) => row.labels.filter((one) => one.id !== id);
        for (const one of remove) change(one, (row) => ({ ...row, labels: others(row) }));
        for (const one of add)
          change(one, (row) => ({ ...row, labels: [...others(row), ...(label ? [label] : [])] }));
        return undefined as never;
      },
      'view.create': (view) => {
        views = [...views, { id: `vie_${(made += 1)}`, ...view }];
        return views.at(-1) as View;
      },
      'view.delete': ({ id }) => {
        views = views.filter((view) => view.id !== id);
        return undefined as never;
      },
      'contact.suggest': () => ({ items: [] }),
      'template.list': () => ({ items: [], nextCursor: null }),
      ...calls,
    },
  });
  return { rows: () => rows };
}

/** The rows of the list that have a text. */
export function listedRows(text: string | RegExp = /^/): Locator {
  return page.getByRole('list', { name: 'Envelopes' }).getByRole('listitem').filter({ hasText: text });
}

/** The link of a row. */
export function rowLink(name: string): Locator {
  return page.getByRole('link', { name, exact: true });
}

function isListed(row: Row, input: Partial<ListQuery>): boolean {
  const { view = 'all', status, recipient = '', search = '', labelId } = input;
  const people = row.signers.map(({ name }) => name.toLowerCase()).join(' ');
  const text = `${row.displayName} ${people}`.toLowerCase();
  const isSince = (from: string | undefined, to: string | undefined, at: string | null) =>
    (from === undefined && to === undefined) || (at !== null && at >= (from ?? '') && at < (to ?? '9'));
  const views = {
    ...{ all: true, attention: row.attention.length > 0, drafts: row.status === 'draft' },
    ...{ waiting: row.status === 'in_progress', completed: row.status === 'completed' },
  };
  return (
    views[view] &&
    (status === undefined || status.includes(row.status)) &&
    people.includes(recipient.toLowerCase()) &&
    search
      .toLowerCase()
      .split(/\s+/)
      .every((word) => text.includes(word)) &&
    (labelId === undefined || row.labels.some(({ id }) => id === labelId)) &&
    isSince(input.sentFrom, input.sentTo, row.sentAt) &&
    isSince(input.completedFrom, input.completedTo, row.completedAt)
  );
}
