import { ENVELOPE_SORTS, type EnvelopeSort } from '#domain/envelope/list.ts';
import {
  ENVELOPE_STATUSES,
  ENVELOPE_VIEWS,
  type EnvelopeStatus,
  type EnvelopeView,
} from '#domain/envelope/status.ts';
import { LIMITS } from '#domain/limits.ts';

/** What the list shows, as its page's URL says it. Empty texts don't filter. */
export type EnvelopeQuery = {
  readonly view: EnvelopeView;
  readonly sort: EnvelopeSort;
  readonly q: string;
  readonly recipient: string;
  readonly team: string;
  readonly template: string;
  readonly statuses: readonly EnvelopeStatus[];
};

/** Reads a URL. Ignores what it doesn't know, so old bookmarks keep working. */
export function readQuery(parameters: URLSearchParams): EnvelopeQuery {
  const text = (name: string) => (parameters.get(name) ?? '').trim().slice(0, LIMITS.filterMaxChars);
  const statuses = parameters.getAll('status').flatMap((value) => value.split(','));
  return {
    view: ENVELOPE_VIEWS.find((view) => view === parameters.get('view')) ?? 'all',
    sort: ENVELOPE_SORTS.find((sort) => sort === parameters.get('sort')) ?? 'created',
    q: text('q'),
    recipient: text('recipient'),
    team: text('team'),
    template: text('template'),
    statuses: ENVELOPE_STATUSES.filter((status) => statuses.includes(status)),
  };
}

/** Returns the shortest URL of a list. */
export function addressOf(query: EnvelopeQuery, cursor = ''): string {
  const { view, sort, statuses, ...texts } = query;
  const parameters = new URLSearchParams();
  if (view !== 'all') parameters.set('view', view);
  for (const [name, value] of Object.entries(texts)) if (value !== '') parameters.set(name, value);
  if (statuses.length > 0) parameters.set('status', statuses.join(','));
  if (sort !== 'created') parameters.set('sort', sort);
  if (cursor !== '') parameters.set('cursor', cursor);
  return parameters.size === 0 ? '/envelopes' : `/envelopes?${parameters}`;
}

/** Returns the input of `envelope.list`. */
export function listInput({ view, sort, q, recipient, team, template, statuses }: EnvelopeQuery) {
  return {
    view,
    sort,
    ...(q === '' ? {} : { search: q }),
    ...(recipient === '' ? {} : { recipient }),
    ...(team === '' ? {} : { teamId: team }),
    ...(template === '' ? {} : { templateId: template }),
    ...(statuses.length === 0 ? {} : { status: [...statuses] }),
  };
}

/** Counts the filters besides view and search. */
export function activeFilters({ recipient, team, template, statuses }: EnvelopeQuery): number {
  return [recipient, team, template].filter((text) => text !== '').length + (statuses.length > 0 ? 1 : 0);
}
