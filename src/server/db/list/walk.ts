import { sql, type SQL } from 'drizzle-orm';
import type { Transaction } from '#server/db/client/client.ts';
import { getKeyName, selectOrderedRows, type RowPlace, type Window } from './window.ts';
import { envelopes } from '#server/db/schema/envelopes.ts';

/** The result of looking at some rows in list order. */
export type Stretch = {
  /** Matching rows, in order. */
  readonly found: readonly RowPlace[];
  /** The last row that was looked at. Null if there is nothing more to look for. */
  readonly end: RowPlace | null;
};

type Row = { readonly id: string; readonly hit: boolean; readonly last: boolean } & Record<string, unknown>;

/**
 * Looks for matches among the next `rows` rows of a window, until it has found `limit`. A row that doesn't
 * match costs a microsecond.
 */
export async function walk(
  tx: Transaction,
  window: Window,
  condition: SQL,
  { rows, limit }: { readonly rows: number; readonly limit: number },
): Promise<Stretch> {
  const looked = selectOrderedRows(window, sql`${envelopes.id}, ${condition} as hit`, rows);
  // The rows are numbered as they are read, so that the last one is known without reading further than
  // needed.
  const page = await tx.execute<Row>(sql`
    select id, hit, place = ${rows}::int as last, ${selectKeyTexts(window)}
    from (select *, row_number() over () as place from (${looked}) as looked) as numbered
    where hit or place = ${rows}::int limit ${limit}`);
  const found = page.filter(({ hit }) => hit).map((row) => getRowPlace(window, row));
  const final = page.at(-1);
  return { found, end: final?.last === true && found.length < limit ? getRowPlace(window, final) : null };
}

/** Selects the keys of a window's rows as text, each with its own column name. */
export function selectKeyTexts(window: Window): SQL {
  const texts = window.phase.keys.map((_, index) => sql`${getKeyName(index)}::text as ${getTextName(index)}`);
  return sql.join(texts, sql`, `);
}

/** Returns the place of a row from the texts of its keys. */
export function getRowPlace(
  { phase }: Window,
  row: { readonly id: string } & Record<string, unknown>,
): RowPlace {
  return { keys: phase.keys.map((_, index) => String(row[`text_${index}`])), id: row.id };
}

function getTextName(index: number): SQL {
  return sql`${sql.identifier(`text_${index}`)}`;
}
