import { envelopeMetadata } from '#server/db/schema/envelope-metadata.ts';
import { sql, type SQL } from 'drizzle-orm';
import type { EnvelopeSort, MetadataPair } from '#domain/envelope/list.ts';
import { searchTerms } from '#domain/search/words.ts';
import { envelopes } from '#server/db/schema/envelopes.ts';
import { searchDocuments } from '#server/db/schema/search-documents.ts';
import { envelopeLabels } from '#server/db/schema/envelope-labels.ts';
import { participants } from '#server/db/schema/participants.ts';

/** A filter that has no index in the list's order. */
export type Wanted = {
  /** The condition that a row of `envelopes` matches the filter. */
  readonly condition: SQL;
  /** How an index finds all matches: by text, by the beginnings of words, or by the envelope's owner. */
  readonly by:
    | { readonly kind: 'text'; readonly about: 'envelope' | 'participant'; readonly text: string }
    | { readonly kind: 'words'; readonly terms: readonly string[] }
    | { readonly kind: 'owner' };
  readonly probes: Probes;
};

/** How many rows are looked at first, and how many of them must match to continue walking. */
export type Probe = { readonly rows: number; readonly common: number };

/**
 * Probes for conditions on the row itself. A row costs a microsecond, or ten if its page isn't in memory.
 * Text matches in creation order are found cheaply, week by week.
 */
const ROWS: Probes = { inTurn: { rows: 300, common: 20 }, whole: { rows: 500, common: 4 } };
/** Probes for conditions that also read a row's participants. */
const PARTICIPANTS: Probes = { inTurn: { rows: 200, common: 8 }, whole: { rows: 400, common: 4 } };

/** Probes for conditions that also read a row's words. */
const WORDS: Probes = { inTurn: { rows: 200, common: 12 }, whole: { rows: 400, common: 4 } };

type Probes = { readonly inTurn: Probe; readonly whole: Probe };

type Texts = {
  readonly q: string | null;
  readonly search: string | null;
  readonly recipient: string | null;
};
type Span = { readonly from: string | null; readonly to: string | null };
type Spans = {
  readonly sort: EnvelopeSort;
  readonly created: Span | null;
  readonly sent: Span | null;
  readonly completed: Span | null;
};
type Owners = { readonly teamId: string | null; readonly templateId: string | null };

/** Returns the filters for text. */
export function buildTextFilters({ q, search, recipient }: Texts): Wanted[] {
  return [
    ...(search === null ? [] : [buildWordsFilter(search)]),
    ...(q === null ? [] : [buildTextFilter('envelope', q, matchNames, ROWS)]),
    ...(recipient === null
      ? []
      : [buildTextFilter('participant', recipient, matchParticipants, PARTICIPANTS)]),
  ];
}

/** Returns the team and template filters. Their own indexes have only the default order. */
export function buildOwnerFilters({ teamId, templateId }: Owners): Wanted[] {
  return [
    ...(teamId === null ? [] : [buildOwnerFilter(sql`${envelopes.teamId} = ${teamId}`)]),
    ...(templateId === null ? [] : [buildOwnerFilter(sql`${envelopes.templateId} = ${templateId}`)]),
  ];
}

/** Returns the label filter. */
export function buildLabelFilters({ labelId }: { readonly labelId: string | null }): Wanted[] {
  if (labelId === null) return [];
  return [
    buildOwnerFilter(sql`exists (select from ${envelopeLabels} where ${envelopeLabels.envelopeId} = ${envelopes.id}
      and ${envelopeLabels.organizationId} = ${envelopes.organizationId} and ${envelopeLabels.labelId} = ${labelId})`),
  ];
}

/** Returns the filter for what is in the archive. Few envelopes may be, so it has an index of its own. */
export function buildArchiveFilters({ isArchived }: { readonly isArchived: boolean | null }): Wanted[] {
  return isArchived === true ? [buildOwnerFilter(sql`${envelopes.archivedAt} is not null`)] : [];
}

/** Returns the metadata filters, one for each pair. */
export function buildMetadataFilters({ metadata }: { readonly metadata: readonly MetadataPair[] }): Wanted[] {
  return metadata.map(({ key, value }) =>
    buildOwnerFilter(sql`exists (select from ${envelopeMetadata} where ${envelopeMetadata.envelopeId} = ${envelopes.id}
      and ${envelopeMetadata.organizationId} = ${envelopes.organizationId}
      and ${envelopeMetadata.key} = ${key} and ${envelopeMetadata.value} = ${value})`),
  );
}

/** Returns the sender filter, which matches a user or the email address that recipients see. */
export function buildSenderFilters({ sender }: { readonly sender: string | null }): Wanted[] {
  if (sender === null) return [];
  return [
    buildOwnerFilter(
      sender.includes('@')
        ? sql`${envelopes.senderKey} = lower(${sender}::text)`
        : sql`${envelopes.senderUserId} = ${sender}`,
    ),
  ];
}

const DATED = {
  created: sql`${envelopes.createdAt}`,
  sent: sql`${envelopes.sentAt}`,
  completed: sql`${envelopes.completedAt}`,
} as const;
const DATES = ['created', 'sent', 'completed'] as const;

/**
 * Returns the conditions on the date that the list is sorted by. The index of that date reads only the given
 * span.
 */
export function buildSortedSpans(spans: Spans): SQL[] {
  return DATES.flatMap((date) => (spans.sort === date ? buildBounds(DATED[date], spans[date]) : []));
}

/** Returns the filters for dates that the list isn't sorted by. */
export function buildSpanFilters(spans: Spans): Wanted[] {
  return DATES.flatMap((date) => {
    const conditions = spans.sort === date ? [] : buildBounds(DATED[date], spans[date]);
    if (conditions.length === 0) return [];
    // The completion date is only in the index of completed envelopes.
    if (date === 'completed') conditions.push(sql`${envelopes.status} = 'completed'`);
    return [buildOwnerFilter(sql`(${sql.join(conditions, sql` and `)})`)];
  });
}

function buildBounds(column: SQL, span: Span | null): SQL[] {
  if (span === null) return [];
  return [
    ...(span.from === null ? [] : [sql`${column} >= ${span.from}::timestamptz`]),
    ...(span.to === null ? [] : [sql`${column} < ${span.to}::timestamptz`]),
  ];
}

function buildTextFilter(
  about: 'envelope' | 'participant',
  given: string,
  holding: (text: string) => SQL,
  probes: Probes,
): Wanted {
  // Names are stored in composed form (NFC).
  const text = given.normalize('NFC');
  return { condition: holding(text), by: { kind: 'text', about, text }, probes };
}

/** Builds the filter for a search. A search without letters and digits looks for a part of a name. */
function buildWordsFilter(query: string): Wanted {
  const terms = searchTerms(query);
  if (terms.length === 0) return buildTextFilter('envelope', query, matchNames, ROWS);
  return { condition: matchWords(terms), by: { kind: 'words', terms }, probes: WORDS };
}

function buildOwnerFilter(condition: SQL): Wanted {
  return { condition, by: { kind: 'owner' }, probes: ROWS };
}

function matchWords(terms: readonly string[]): SQL {
  const held = terms.map((term) => {
    const query = sql`${`'${term}':*`}::tsquery`;
    return sql`(${searchDocuments.names} @@ ${query} or ${searchDocuments.content} @@ ${query})`;
  });
  return sql`exists (select from ${searchDocuments} where ${searchDocuments.organizationId} = ${envelopes.organizationId}
    and ${searchDocuments.envelopeId} = ${envelopes.id}
    and ${sql.join(held, sql` and `)})`;
}

function matchNames(text: string): SQL {
  return sql`(${matchText(sql`${envelopes.displayName}`, text)} or ${matchText(sql`${envelopes.originalFilename}`, text)})`;
}

function matchParticipants(text: string): SQL {
  return sql`exists (select from ${participants} where ${participants.organizationId} = ${envelopes.organizationId}
    and ${participants.envelopeId} = ${envelopes.id}
    and (${matchText(sql`${participants.name}`, text)} or ${matchText(sql`${participants.email}`, text)}))`;
}

function matchText(column: SQL, text: string): SQL {
  return sql`strpos(lower(${column}), lower(${text})) > 0`;
}
