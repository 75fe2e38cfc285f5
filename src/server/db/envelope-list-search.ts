import { sql, type SQL } from 'drizzle-orm';
import type { Transaction } from './client.ts';
import { orderedRows, type Window } from './envelope-list-window.ts';
import { envelopes } from './schema/envelopes.ts';
import { participants } from './schema/participants.ts';

/** A text that is looked for within the names of envelopes, or within the names and addresses of participants. */
export type Wanted = {
  readonly about: 'envelope' | 'participant';
  readonly text: string;
  /** Whether a row of `envelopes` has it. */
  readonly condition: SQL;
};

/** Rows of the order that are looked at to learn how common a text is: about a millisecond's work. */
const PROBED_ROWS = 1000;
/** A page of 50 is then filled within some ten thousand rows of the order. */
const COMMON_AMONG_PROBED = 6;

/** The texts that a list is narrowed to. */
export function wantedTexts(filter: {
  readonly q: string | null;
  readonly recipient: string | null;
}): Wanted[] {
  return [
    ...(filter.q === null ? [] : [wanted('envelope', filter.q, namesHold)]),
    ...(filter.recipient === null ? [] : [wanted('participant', filter.recipient, participantsHold)]),
  ];
}

/**
 * The text whose envelopes are best gathered through the index of grams, before they are put in order; null where
 * walking along the order meets enough of them soon. What is common fills a page after a few rows of the order, and
 * gathering it first would touch half the table; what is rare is the other way round.
 */
export async function gatherBy(
  tx: Transaction,
  texts: readonly Wanted[],
  window: Window,
): Promise<Wanted | null> {
  if (texts.length === 0) return null;
  const hits = texts.map(
    ({ condition }, index) => sql`count(*) filter (where ${condition})::int as ${hit(index)}`,
  );
  const usable = texts.map(
    ({ text }, index) => sql`search_grams('', lower(${text})) <> '{}' as ${indexed(index)}`,
  );
  const every = sql.join(
    texts.map(({ condition }) => condition),
    sql` and `,
  );
  const [seen] = await tx.execute<Record<string, number | boolean>>(sql`
    select count(*)::int as rows, count(*) filter (where ${every})::int as hits, ${sql.join([...hits, ...usable], sql`, `)}
    from (${orderedRows(window, NAMES, PROBED_ROWS)}) as ${envelopes}`);
  if (seen === undefined || Number(seen.rows) < PROBED_ROWS || Number(seen.hits) >= COMMON_AMONG_PROBED)
    return null;
  const candidates = texts
    .map((text, index) => ({
      text,
      hits: Number(seen[`hits_${index}`]),
      usable: seen[`indexed_${index}`] === true,
    }))
    .filter(({ usable }) => usable)
    .sort((left, right) => left.hits - right.hits);
  return candidates[0]?.text ?? null;
}

const NAMES = sql`${envelopes.id}, ${envelopes.displayName}, ${envelopes.originalFilename}`;

function hit(index: number): SQL {
  return sql.identifier(`hits_${index}`).getSQL();
}

function indexed(index: number): SQL {
  return sql.identifier(`indexed_${index}`).getSQL();
}

/** Names are stored in composed form. */
function wanted(about: Wanted['about'], given: string, condition: (text: string) => SQL): Wanted {
  const text = given.normalize('NFC');
  return { about, text, condition: condition(text) };
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
