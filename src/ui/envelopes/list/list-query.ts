import { ENVELOPE_SORTS, LIST_TURNS, type EnvelopeSort } from '#domain/envelope/list.ts';
import {
  ENVELOPE_STATUSES,
  ENVELOPE_VIEWS,
  type EnvelopeStatus,
  type EnvelopeView,
} from '#domain/envelope/status.ts';
import { LIMITS } from '#domain/limits.ts';
import { parseMoment } from '#ui/kit/day.ts';
import type { ListQuery } from '#wire/envelope-list.ts';
import { DAY_MS } from '#domain/time.ts';

/** The dates that a list can be filtered by. */
export const LIST_DATES = ['created', 'sent', 'completed'] as const;
/** Periods that end now, in days. */
export const LIST_PERIODS = [7, 30, 90, 365] as const;

/** What the list shows, as given in the page's URL. Empty texts don't filter. */
export type EnvelopeQuery = {
  readonly view: EnvelopeView;
  /** Whose turn it is. Empty if that doesn't matter. */
  readonly turn: (typeof LIST_TURNS)[number] | '';
  readonly sort: EnvelopeSort;
  readonly q: string;
  readonly recipient: string;
  readonly team: string;
  readonly template: string;
  readonly label: string;
  /** `only` for the archive. Otherwise, searches and labels find archived envelopes, too, and the rest leaves them out. */
  readonly archived: 'only' | '';
  /** The date that `period`, `from` and `to` apply to. */
  readonly date: (typeof LIST_DATES)[number];
  /** One of the periods. Empty if `from` and `to` are used instead. */
  readonly period: string;
  /** Moments: `from` is the first that is included, `to` the first that no longer is. */
  readonly from: string;
  readonly to: string;
  readonly statuses: readonly EnvelopeStatus[];
};

/** Reads a URL. Ignores parameters and values it doesn't know, so old bookmarks keep working. */
export function readQuery(parameters: URLSearchParams): EnvelopeQuery {
  const readText = (name: string) => (parameters.get(name) ?? '').trim().slice(0, LIMITS.filterMaxChars);
  const statuses = parameters.getAll('status').flatMap((value) => value.split(','));
  const period = LIST_PERIODS.map(String).find((days) => days === readText('period')) ?? '';
  const from = period === '' ? parseMoment(readText('from'), 'start') : '';
  // If `to` is given as a day, the whole day is included.
  const to = period === '' ? parseMoment(readText('to'), 'end') : '';
  const isDated = period !== '' || from !== '' || to !== '';
  return {
    view: ENVELOPE_VIEWS.find((view) => view === parameters.get('view')) ?? 'all',
    turn: LIST_TURNS.find((turn) => turn === parameters.get('turn')) ?? '',
    sort: ENVELOPE_SORTS.find((sort) => sort === parameters.get('sort')) ?? 'created',
    q: readText('q'),
    recipient: readText('recipient'),
    team: readText('team'),
    template: readText('template'),
    label: readText('label'),
    archived: parameters.get('archived') === 'only' ? 'only' : '',
    date: (isDated && LIST_DATES.find((date) => date === readText('date'))) || 'created',
    ...{ period, from, to },
    statuses: ENVELOPE_STATUSES.filter((status) => statuses.includes(status)),
  };
}

/** The lists that the numbers above the list open, each of as many envelopes. */
export const NUMBERED_LISTS = {
  yourTurn: 'view=waiting&turn=mine',
  waiting: 'view=waiting&turn=others',
  attention: 'view=attention&turn=others',
  completed: 'date=completed&period=30&sort=completed',
} as const;

/** Returns the shortest URL of a list. */
export function buildListAddress(query: EnvelopeQuery, cursor = ''): string {
  const { view, sort, statuses, date, ...texts } = query;
  const parameters = new URLSearchParams();
  if (view !== 'all') parameters.set('view', view);
  for (const [name, value] of Object.entries(texts)) if (value !== '') parameters.set(name, value);
  if (date !== 'created') parameters.set('date', date);
  if (statuses.length > 0) parameters.set('status', statuses.join(','));
  if (sort !== 'created') parameters.set('sort', sort);
  if (cursor !== '') parameters.set('cursor', cursor);
  return parameters.size === 0 ? '/envelopes' : `/envelopes?${parameters}`;
}

/** The input of `envelope.list`, which is the same for all pages of one list. */
export type ListInput = Omit<ListQuery, 'cursor' | 'limit'>;

/** Returns the input of `envelope.list`, with periods that end at `now`. */
export function listInput(query: EnvelopeQuery, now: number): ListInput {
  const { view, turn, sort, q, recipient, team, template, label, statuses } = query;
  return {
    view,
    sort,
    ...(turn === '' ? {} : { turn }),
    ...(q === '' ? {} : { search: q }),
    ...(recipient === '' ? {} : { recipient }),
    ...(team === '' ? {} : { teamId: team }),
    ...(template === '' ? {} : { templateId: template }),
    ...(label === '' ? {} : { labelId: label }),
    ...(query.archived === 'only' ? { archived: query.archived } : {}),
    ...(query.archived === '' && q === '' && label === '' ? { archived: 'without' } : {}),
    ...(statuses.length === 0 ? {} : { status: [...statuses] }),
    ...toDates(query, now),
  };
}

const BOUNDS = {
  created: ['createdFrom', 'createdTo'],
  sent: ['sentFrom', 'sentTo'],
  completed: ['completedFrom', 'completedTo'],
} as const;

function toDates({ date, period, from, to }: EnvelopeQuery, now: number): ListInput {
  const start = period === '' ? from : new Date(now - Number(period) * DAY_MS).toISOString();
  const [first, last] = BOUNDS[date];
  return {
    ...(start === '' ? {} : { [first]: start }),
    ...(to === '' ? {} : { [last]: to }),
  };
}

/** Resets the filters of a query. View, search and sort stay. */
export const NO_FILTERS = {
  ...{ recipient: '', team: '', template: '', label: '', period: '', from: '', to: '' },
  date: 'created',
  statuses: [],
} as const satisfies Partial<EnvelopeQuery>;

/** Whether a query is limited by a date. */
export function isDated({ period, from, to }: EnvelopeQuery): boolean {
  return period !== '' || from !== '' || to !== '';
}

/** Counts the filters besides view and search. */
export function countActiveFilters(query: EnvelopeQuery): number {
  const { recipient, team, template, label, statuses } = query;
  const texts = [recipient, team, template, label].filter((text) => text !== '').length;
  return texts + (statuses.length > 0 ? 1 : 0) + (isDated(query) ? 1 : 0);
}
