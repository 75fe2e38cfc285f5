import { sql, type SQL } from 'drizzle-orm';
import type { Transaction } from './client.ts';
import { orderedRows, type Window } from './envelope-list-window.ts';
import { envelopes } from './schema/envelopes.ts';
import { participants } from './schema/participants.ts';

/** What a list is narrowed to and no index holds in the list's order. */
export type Wanted = {
  /** Whether a row of `envelopes` has it. */
  readonly condition: SQL;
  /** What `envelopes` is joined to, or null for itself, so that an index of its own finds all of them. */
  readonly source: SQL | null;
  /** Whether that index can be used. */
  readonly gatherable: SQL;
  readonly probe: Probe;
};

/** Rows of the order that are looked at to learn how common something is, and how many of them must have it. */
type Probe = { readonly rows: number; readonly common: number };

/** A row costs about a microsecond here, so that a page of 50 takes some ten milliseconds of walking at most. */
const ROWS: Probe = { rows: 2000, common: 10 };
/** Here each row also has its participants read. */
const PARTICIPANTS: Probe = { rows: 400, common: 4 };

type Texts = { readonly q: string | null; readonly recipient: string | null };
type Owners = { readonly teamId: string | null; readonly templateId: string | null };

/** The texts that a list is narrowed to. */
export function wantedTexts({ q, recipient }: Texts): Wanted[] {
  return [
    ...(q === null ? [] : [wantedText('envelope', q, namesHold, ROWS)]),
    ...(recipient === null ? [] : [wantedText('participant', recipient, participantsHold, PARTICIPANTS)]),
  ];
}

/** The team and template that it is narrowed to; their own indexes hold the default order alone. */
export function wantedOwners({ teamId, templateId }: Owners): Wanted[] {
  return [
    ...(teamId === null ? [] : [wantedOwner(sql`${envelopes.teamId} = ${teamId}`)]),
    ...(templateId === null ? [] : [wantedOwner(sql`${envelopes.templateId} = ${templateId}`)]),
  ];
}

/**
 * What is best gathered through its own index before it is put in order; null where walking along the order meets
 * enough soon. What is common fills a page after a few rows of the order, and gathering it first would touch half the
 * table; what is rare is the other way round.
 */
export async function gatherBy(
  tx: Transaction,
  wanted: readonly Wanted[],
  window: Window,
): Promise<Wanted | null> {
  if (wanted.length === 0) return null;
  const rows = Math.min(...wanted.map(({ probe }) => probe.rows));
  const common = Math.max(...wanted.map(({ probe }) => probe.common));
  const every = sql.join(
    wanted.map(({ condition }) => condition),
    sql` and `,
  );
  const each = wanted.map(
    ({ condition, gatherable }, index) =>
      sql`count(*) filter (where ${condition})::int as ${named('hits', index)}, ${gatherable} as ${named('usable', index)}`,
  );
  const [seen] = await tx.execute<Record<string, number | boolean>>(sql`
    select count(*)::int as rows, count(*) filter (where ${every})::int as hits, ${sql.join(each, sql`, `)}
    from (${orderedRows(window, COLUMNS, rows)}) as ${envelopes}`);
  if (seen === undefined || Number(seen.rows) < rows || Number(seen.hits) >= common) return null;
  const [rarest] = wanted
    .map((one, index) => ({
      one,
      hits: Number(seen[`hits_${index}`]),
      usable: seen[`usable_${index}`] === true,
    }))
    .filter(({ usable }) => usable)
    .sort((left, right) => left.hits - right.hits);
  return rarest?.one ?? null;
}

/** What the conditions read. */
const COLUMNS = sql`${envelopes.id}, ${envelopes.displayName}, ${envelopes.originalFilename}, ${envelopes.teamId}, ${envelopes.templateId}`;

function named(name: string, index: number): SQL {
  return sql`${sql.identifier(`${name}_${index}`)}`;
}

function wantedText(
  about: 'envelope' | 'participant',
  given: string,
  holding: (text: string) => SQL,
  probe: Probe,
): Wanted {
  // Names are stored in composed form.
  const text = given.normalize('NFC');
  return {
    condition: holding(text),
    source: sql`(select distinct matching_envelopes(${about}, lower(${text})) as envelope_id)`,
    gatherable: sql`search_grams('', lower(${text})) <> '{}'`,
    probe,
  };
}

function wantedOwner(condition: SQL): Wanted {
  return {
    condition,
    source: null,
    gatherable: sql`true`,
    probe: ROWS,
  };
}

function namesHold(text: string): SQL {
  return sql`(${holds(sql`${envelopes.displayName}`, text)} or ${holds(sql`${envelopes.originalFilename}`, text)})`;
}

function participantsHold(text: string): SQL {
  return sql`exists (select from ${participants} where ${participants.envelopeId} = ${envelopes.id}
    and (${holds(sql`${participants.name}`, text)} or ${holds(sql`${participants.email}`, text)}))`;
}

function holds(column: SQL, text: string): SQL {
  return sql`strpos(lower(${column}), lower(${text})) > 0`;
}
