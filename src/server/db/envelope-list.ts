import { and, asc, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm';
import type { Envelope, Participant } from '#domain/envelope/graph.ts';
import { STATUSES_IN_VIEW, type EnvelopeSort } from '#domain/envelope/list.ts';
import { type EnvelopeStatus, type EnvelopeView } from '#domain/envelope/status.ts';
import { LIMITS } from '#domain/limits.ts';
import type { Transaction } from './client.ts';
import { phasesOf } from './envelope-list-phases.ts';
import { gatherBy, wantedOwners, wantedTexts, type Wanted } from './envelope-list-search.ts';
import { keyName, orderedRows, sortedRows, type Window } from './envelope-list-window.ts';
import { toEnvelope, toParticipant } from './envelope-rows.ts';
import { documents } from './schema/documents.ts';
import { envelopes } from './schema/envelopes.ts';
import { participants } from './schema/participants.ts';
import { teams } from './schema/teams.ts';

export type ListFilter = {
  /** In any order, each once; null: all. */
  readonly statuses: readonly EnvelopeStatus[] | null;
  readonly view: EnvelopeView;
  readonly sort: EnvelopeSort;
  readonly q: string | null;
  readonly recipient: string | null;
  readonly teamId: string | null;
  readonly templateId: string | null;
};
export type ListedEnvelope = {
  readonly envelope: Envelope;
  readonly teamName: string;
  readonly documentHash: string | null;
  readonly pageCount: number | null;
  readonly participants: readonly Participant[];
};
/** Where a page ended: the phase of the order, its keys there as text, and the identifier of the last row. */
export type Place = { readonly phase: number; readonly keys: readonly string[]; readonly id: string };

type Found = { readonly id: string } & Record<string, string>;

/**
 * One page of an organization's envelopes, starting behind `after`, and where it ended; null when nothing follows.
 * `now` decides which envelopes expire soon: give every page of one list the same moment.
 */
export async function listEnvelopes(
  tx: Transaction,
  organizationId: string,
  filter: ListFilter,
  page: { readonly after: Place | null; readonly limit: number; readonly now: Date },
): Promise<{ rows: ListedEnvelope[]; next: Place | null }> {
  const places = await findPlaces(tx, organizationId, filter, { ...page, limit: page.limit + 1 });
  const shown = places.slice(0, page.limit);
  const rows = await readRows(
    tx,
    organizationId,
    shown.map(({ id }) => id),
  );
  return { rows, next: places.length > page.limit ? (shown.at(-1) ?? null) : null };
}

async function findPlaces(
  tx: Transaction,
  organizationId: string,
  filter: ListFilter,
  { after, limit, now }: { readonly after: Place | null; readonly limit: number; readonly now: Date },
): Promise<Place[]> {
  const owners = wantedOwners(filter);
  const texts = wantedTexts(filter);
  // In the default order a team's and a template's own indexes are walked.
  const direct = filter.sort === 'created';
  const wanted = direct ? texts : [...owners, ...texts];
  const conditions = direct ? owners.map(({ condition }) => condition) : [];
  const statuses = STATUSES_IN_VIEW[filter.view].filter(
    (status) => filter.statuses === null || filter.statuses.includes(status),
  );
  const phases = phasesOf({
    sort: filter.sort,
    statuses,
    attention: filter.view === 'attention',
    open: owners.length === 0,
    soon: new Date(now.getTime() + LIMITS.expiringSoonMs),
  });
  const places: Place[] = [];
  for (const [index, phase] of phases.entries()) {
    if (phase.arms.length === 0 || index < (after?.phase ?? 0) || places.length === limit) continue;
    const window = { organizationId, phase, after: after?.phase === index ? after : null, conditions };
    const found = await tx.execute<Found>(await pageQuery(tx, window, wanted, limit - places.length));
    for (const { id, ...row } of found)
      places.push({ phase: index, keys: phase.keys.map((_, place) => row[`text_${place}`] ?? ''), id });
  }
  return places;
}

async function pageQuery(
  tx: Transaction,
  window: Window,
  wanted: readonly Wanted[],
  limit: number,
): Promise<SQL> {
  const gather = await gatherBy(tx, wanted, window);
  const checked = wanted.filter((one) => one !== gather).map(({ condition }) => condition);
  const narrowed = { ...window, conditions: [...window.conditions, ...checked] };
  const id = sql`${envelopes.id}`;
  const rows = gather === null ? orderedRows(narrowed, id, limit) : sortedRows(narrowed, id, limit, gather);
  const keys = window.phase.keys.map(
    (_, index) => sql`${keyName(index)}::text as ${sql.identifier(`text_${index}`)}`,
  );
  return sql`select id, ${sql.join(keys, sql`, `)} from (${rows}) as page`;
}

/** The organization's envelopes among these identifiers and what a list shows beside them, in the order of the identifiers. */
export async function readRows(
  tx: Transaction,
  organizationId: string,
  ids: readonly string[],
): Promise<ListedEnvelope[]> {
  if (ids.length === 0) return [];
  const [rows, signers] = await Promise.all([
    tx
      .select({
        envelope: envelopes,
        teamName: teams.name,
        documentHash: documents.sha256,
        pageCount: documents.pageCount,
      })
      .from(envelopes)
      .innerJoin(teams, eq(teams.id, envelopes.teamId))
      .leftJoin(documents, and(eq(documents.envelopeId, envelopes.id), eq(documents.variant, 'prepared')))
      .where(
        and(
          eq(envelopes.organizationId, organizationId),
          inArray(envelopes.id, [...ids]),
          isNull(envelopes.deletedAt),
        ),
      ),
    participantsOf(tx, ids),
  ]);
  const byId = new Map(rows.map((row) => [row.envelope.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    if (row === undefined) return [];
    return [{ ...row, envelope: toEnvelope(row.envelope), participants: signers.get(id) ?? [] }];
  });
}

async function participantsOf(
  tx: Transaction,
  envelopeIds: readonly string[],
): Promise<Map<string, Participant[]>> {
  const byEnvelope = new Map<string, Participant[]>();
  const rows = await tx
    .select()
    .from(participants)
    .where(inArray(participants.envelopeId, [...envelopeIds]))
    .orderBy(asc(participants.envelopeId), asc(participants.orderIndex));
  for (const row of rows) {
    const list = byEnvelope.get(row.envelopeId) ?? [];
    list.push(toParticipant(row));
    byEnvelope.set(row.envelopeId, list);
  }
  return byEnvelope;
}
