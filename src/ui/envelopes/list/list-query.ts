import { ENVELOPE_SORTS, type EnvelopeSort } from '#domain/envelope/list.ts';
import {
  ENVELOPE_STATUSES,
  ENVELOPE_VIEWS,
  type EnvelopeStatus,
  type EnvelopeView,
} from '#domain/envelope/status.ts';
import { LIMITS } from '#domain/limits.ts';

/** What the list of envelopes shows, as the address of its page says it. Empty texts narrow nothing. */
export type EnvelopeQuery = {
  readonly view: EnvelopeView;
  readonly sort: EnvelopeSort;
  readonly q: string;
  readonly recipient: string;
  readonly team: string;
  readonly template: string;
  readonly statuses: readonly EnvelopeStatus[];
};

/** Reads an address. What it does not know, it does not narrow by: old bookmarks go on working. */
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

/** The address of a list, as short as it can be. */
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

/** The same for the operation that lists. */
export function listInput({ view, sort, q, recipient, team, template, statuses }: EnvelopeQuery) {
  return {
    view,
    sort,
    ...(q === '' ? {} : { q }),
    ...(recipient === '' ? {} : { recipient }),
    ...(team === '' ? {} : { teamId: team }),
    ...(template === '' ? {} : { templateId: template }),
    ...(statuses.length === 0 ? {} : { status: [...statuses] }),
  };
}

/** How many ways a list is narrowed by beside its view and search. */
export function narrowings({ recipient, team, template, statuses }: EnvelopeQuery): number {
  return [recipient, team, template].filter((text) => text !== '').length + (statuses.length > 0 ? 1 : 0);
}
