import { sql, type SQL } from 'drizzle-orm';
import { STATUSES_IN_VIEW, type EnvelopeSort, type MetadataPair } from '#domain/envelope/list.ts';
import { type EnvelopeStatus, type EnvelopeView } from '#domain/envelope/status.ts';
import { LIMITS } from '#domain/limits.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { matchOwnTurn, NOT_ARCHIVED } from './numbers.ts';
import { buildPhases } from './phases.ts';
import { search } from './search.ts';
import {
  buildArchiveFilters,
  buildSortedSpans,
  buildLabelFilters,
  buildMetadataFilters,
  buildOwnerFilters,
  buildSenderFilters,
  buildSpanFilters,
  buildTextFilters,
  type Wanted,
} from './wanted.ts';
import { selectKeyTexts, getRowPlace } from './walk.ts';
import { selectOrderedRows, type RowPlace, type Window } from './window.ts';
import { envelopes } from '#server/db/schema/envelopes.ts';

export type ListFilter = {
  /** The statuses in any order, without duplicates. Null for all. */
  readonly statuses: readonly EnvelopeStatus[] | null;
  readonly view: EnvelopeView;
  /** Whether it is this user's own turn. Null if that doesn't matter. */
  readonly turn: { readonly userId: string; readonly isMine: boolean } | null;
  readonly sort: EnvelopeSort;
  readonly q: string | null;
  /** Words that must occur in names, recipients or document text, in any order. */
  readonly search: string | null;
  readonly recipient: string | null;
  readonly teamId: string | null;
  readonly templateId: string | null;
  readonly labelId: string | null;
  /** Whether only archived envelopes are listed, or only others. Null for both. */
  readonly isArchived: boolean | null;
  readonly metadata: readonly MetadataPair[];
  /** An email address or a user's ID. */
  readonly sender: string | null;
  /** A span of moments, from inclusive to exclusive. */
  readonly created: Span | null;
  readonly sent: Span | null;
  readonly completed: Span | null;
};
export type Span = { readonly from: string | null; readonly to: string | null };
/** Where a page ended: the phase, the row's keys as text, and the last row's identifier. */
export type Place = RowPlace & { readonly phase: number };

/**
 * Settings of transactions with `listEnvelopes`, which make lists use their indexes and keep their plans. Otherwise,
 * the planner would treat the two organization conditions as independent, expect few rows, and read and sort all
 * envelopes of a small organization.
 */
export const ALONG_INDEXES = {
  plan_cache_mode: 'force_generic_plan',
  enable_sort: 'off',
  enable_bitmapscan: 'off',
};

/**
 * Returns the identifiers of a page of an organization's envelopes after `after`, and where the page ended. Null if
 * nothing follows. `now` determines which envelopes expire soon, so pass the same value for every page of a list.
 */
export async function listEnvelopes(
  tx: Transaction,
  organizationId: string,
  filter: ListFilter,
  page: { readonly after: Place | null; readonly limit: number; readonly now: Date },
): Promise<{ ids: readonly string[]; next: Place | null }> {
  const places = await findPlaces(tx, organizationId, filter, { ...page, limit: page.limit + 1 });
  const shown = places.slice(0, page.limit);
  return { ids: shown.map(({ id }) => id), next: places.length > page.limit ? (shown.at(-1) ?? null) : null };
}

async function findPlaces(
  tx: Transaction,
  organizationId: string,
  filter: ListFilter,
  { after, limit, now }: { readonly after: Place | null; readonly limit: number; readonly now: Date },
): Promise<Place[]> {
  const owners = buildOwnerFilters(filter);
  const texts = [
    ...buildTextFilters(filter),
    ...buildLabelFilters(filter),
    ...buildMetadataFilters(filter),
    ...buildSenderFilters(filter),
    ...buildSpanFilters(filter),
    ...buildArchiveFilters(filter),
  ];
  // Whether the owners' own indexes can be walked: templates have one for every order, teams only for the
  // default order.
  const direct = filter.sort === 'created' || filter.teamId === null;
  const wanted = direct ? texts : [...owners, ...texts];
  const conditions = [
    ...(direct ? owners.map(({ condition }) => condition) : []),
    ...buildSortedSpans(filter),
    ...buildTurnConditions(filter),
    ...(filter.isArchived === false ? [NOT_ARCHIVED] : []),
  ];
  const statuses = STATUSES_IN_VIEW[filter.view].filter(
    (status) => filter.statuses === null || filter.statuses.includes(status),
  );
  const phases = buildPhases({
    sort: filter.sort,
    statuses,
    attention: filter.view === 'attention' || filter.turn?.isMine === true,
    open: owners.length === 0,
    soon: new Date(now.getTime() + LIMITS.expiringSoonMs),
  });
  const places: Place[] = [];
  for (const [index, phase] of phases.entries()) {
    if (phase.arms.length === 0 || index < (after?.phase ?? 0) || places.length === limit) continue;
    // Later phases contain the rows without the date.
    if (index > 0 && isDated(filter)) continue;
    const window = { organizationId, phase, after: after?.phase === index ? after : null, conditions };
    const found = await findRows(tx, window, wanted, limit - places.length);
    places.push(...found.map((place) => ({ ...place, phase: index })));
  }
  return places;
}

function buildTurnConditions({ turn }: ListFilter): SQL[] {
  if (turn === null) return [];
  const isTurn = matchOwnTurn(turn.userId);
  return [turn.isMine ? isTurn : sql`not ${isTurn}`];
}

/** Checks whether the list is sorted by a date that it is also filtered by. */
function isDated({ sort, sent, completed }: ListFilter): boolean {
  return (sort === 'sent' && sent !== null) || (sort === 'completed' && completed !== null);
}

async function findRows(
  tx: Transaction,
  window: Window,
  [first, ...others]: readonly Wanted[],
  limit: number,
): Promise<RowPlace[]> {
  if (first !== undefined) return await search(tx, window, [first, ...others], limit);
  const rows = await tx.execute<{ id: string }>(sql`
    select id, ${selectKeyTexts(window)} from (${selectOrderedRows(window, sql`${envelopes.id}`, limit)}) as page`);
  return rows.map((row) => getRowPlace(window, row));
}
