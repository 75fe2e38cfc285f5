import { sql, type SQL } from 'drizzle-orm';
import type { Arm, Phase } from './phases.ts';
import { envelopes } from '#server/db/schema/envelopes.ts';

/** A row's place in a phase: the row's keys as text, and its identifier. */
export type RowPlace = { readonly keys: readonly string[]; readonly id: string };

/** A part of one phase of a list's order. */
export type Window = {
  readonly organizationId: string;
  readonly phase: Phase;
  /** The row after which the window starts. */
  readonly after: RowPlace | null;
  /** Conditions of filters other than statuses and texts. */
  readonly conditions: readonly SQL[];
};

/**
 * Selects the first `limit` rows of a window, in order. Each arm is read along an index in this order, and
 * the arms are merged, so the cost depends on `limit` and the number of filtered rows, but not on the list's
 * size or the position. (If an arm had no order and limit of its own, PostgreSQL would read and sort all of
 * it, because it doesn't see that the index's leading columns are fixed.)
 */
export function selectOrderedRows(window: Window, columns: SQL, limit: number): SQL {
  const end = sql`${orderByKeys(window.phase)} limit ${limit}`;
  const arms = window.phase.arms.map(({ status, condition }) => {
    const conditions = [
      ...(status === null ? [] : [sql`${envelopes.status} = ${status}`]),
      ...(condition === null ? [] : [condition]),
    ];
    return sql`(${selectRows(window, columns, sql`${envelopes}`, conditions)} ${end})`;
  });
  return sql`select * from (${sql.join(arms, sql` union all `)}) as arms ${end}`;
}

/** Selects a window's rows from a source, in order, up to `limit`. Reads and sorts the whole source. */
export function selectSortedRows(window: Window, columns: SQL, limit: number, among: Among): SQL {
  const arms = sql`(${sql.join(window.phase.arms.map(buildArmCondition), sql` or `)})`;
  const rows = selectRows(window, columns, among.source, [arms, ...among.conditions]);
  return sql`select * from (${rows} offset 0) as rows ${orderByKeys(window.phase)} limit ${limit}`;
}

/** A source that has the columns of `envelopes`, with further conditions. */
type Among = { readonly source: SQL; readonly conditions: readonly SQL[] };

function buildArmCondition({ status, condition }: Arm): SQL {
  return sql`(${status === null ? sql`true` : sql`${envelopes.status} = ${status}`} and ${condition ?? sql`true`})`;
}

function selectRows(window: Window, columns: SQL, from: SQL, conditions: readonly SQL[]): SQL {
  const keys = window.phase.keys.map(({ column }, index) => sql`${column} as ${getKeyName(index)}`);
  const all = [
    sql`${envelopes.organizationId} = ${window.organizationId}`,
    sql`${envelopes.deletedAt} is null`,
    ...conditions,
    ...matchAfter(window),
    ...window.conditions,
  ];
  return sql`select ${columns}, ${sql.join(keys, sql`, `)} from ${from} where ${sql.join(all, sql` and `)}`;
}

function matchAfter({ phase, after }: Window): SQL[] {
  if (after === null) return [];
  const columns = [...phase.keys.map(({ column }) => column), sql`${envelopes.id}`];
  const values = [
    ...phase.keys.map(({ type }, index) => sql`${after.keys[index] ?? null}::${type}`),
    sql`${after.id}::text`,
  ];
  const compare = phase.direction === 'asc' ? sql`>` : sql`<`;
  return [sql`(${sql.join(columns, sql`, `)}) ${compare} (${sql.join(values, sql`, `)})`];
}

/** Orders rows by a phase's named keys. */
export function orderByKeys({ keys, direction }: Phase): SQL {
  // The same as in the indexes. A phase's keys are never null.
  const way = direction === 'asc' ? sql`asc nulls last` : sql`desc nulls last`;
  const names = [...keys.map((_, index) => getKeyName(index)), sql`id`];
  return sql`order by ${sql.join(
    names.map((name) => sql`${name} ${way}`),
    sql`, `,
  )}`;
}

/** Returns the column name of a phase's key. */
export function getKeyName(index: number): SQL {
  return sql`${sql.identifier(`key_${index}`)}`;
}
