import { type GetColumnData, getTableColumns, sql, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Timestamp } from '#domain/timestamp.ts';
import { toTimestamp } from '#server/db/envelopes/envelope-rows.ts';

/** The columns to select, and a function that turns their values into a record. */
export type Reader<R> = {
  readonly columns: SQL;
  /** An expression of the same values as one JSON array, for rows that another row contains. */
  readonly json: string;
  /** An expression that changes whenever one of the rows changes that the values come from. */
  readonly version: string;
  readonly read: (values: readonly unknown[]) => R;
};

/** Some properties of a record `R`, with how to select and decode each of them. */
export type Part<R> = { readonly selected: readonly Selected[]; readonly record?: R };

type Selected = {
  readonly name: string;
  readonly expression: string;
  readonly decode: ((value: unknown) => unknown) | null;
  /** Whether JSON has the value in the form that `decode` takes. Otherwise it's passed on as text. */
  readonly isPlain: boolean;
  /** Expressions of which one changes whenever a row changes that the value comes from. */
  readonly versions: readonly string[];
};
/** A table's row in the domain's form, with dates as timestamps. */
type Row<T extends PgTable> = {
  [K in keyof T['$inferSelect']]: T['$inferSelect'][K] extends Date
    ? Timestamp
    : T['$inferSelect'][K] extends Date | null
      ? Timestamp | null
      : T['$inferSelect'][K];
};
type Name<T extends PgTable> = keyof T['$inferSelect'] & string;

/** Creates a reader of rows that consist of one to ten parts. */
export function createReader<
  A,
  B = unknown,
  C = unknown,
  D = unknown,
  E = unknown,
  F = unknown,
  G = unknown,
  H = unknown,
  I = unknown,
  J = unknown,
>(
  ...parts: readonly [
    ...[Part<A>, Part<B>?, Part<C>?, Part<D>?, Part<E>?],
    ...[Part<F>?, Part<G>?, Part<H>?, Part<I>?, Part<J>?],
  ]
): Reader<A & B & C & D & E & F & G & H & I & J> {
  const selected = parts.flatMap((part) => part?.selected ?? []);
  // Copies of a parsed object share one layout. Adding this many properties one by one would turn the object
  // into a dictionary, which is several times slower to use.
  const blank = JSON.parse(
    JSON.stringify(Object.fromEntries(selected.map(({ name }) => [name, null]))),
  ) as Record<string, unknown>;
  return {
    columns: sql.raw(selected.map(({ name, expression }) => `${expression} as "${name}"`).join(', ')),
    json: `json_build_array(${selected.map(({ expression, isPlain }) => (isPlain ? expression : `(${expression})::text`)).join(', ')})`,
    version: `concat_ws(' ', ${[...new Set(selected.flatMap(({ versions }) => versions))].join(', ')})`,
    read: (values) => {
      const record = { ...blank };
      selected.forEach(({ name, decode }, index) => {
        const value = values[index];
        record[name] = value === null || decode === null ? value : decode(value);
      });
      return record as A & B & C & D & E & F & G & H & I & J;
    },
  };
}

/** Selects columns as properties with the same names. */
export function selectColumns<T extends PgTable, N extends Name<T>>(
  table: T,
  alias: string,
  names: readonly N[],
): Part<Pick<Row<T>, N>> {
  return selectColumnsWhere(table, alias, (name) => names.some((one) => one === name));
}

/** Selects all columns of a table except the named ones. */
export function omitColumns<T extends PgTable, N extends Name<T>>(
  table: T,
  alias: string,
  omitted: readonly N[],
): Part<Omit<Row<T>, N>> {
  return selectColumnsWhere(table, alias, (name) => !omitted.some((one) => one === name));
}

function selectColumnsWhere<R>(table: PgTable, alias: string, wanted: (name: string) => boolean): Part<R> {
  const columns = Object.entries<PgColumn>(getTableColumns(table)).filter(([name]) => wanted(name));
  return { selected: columns.flatMap(([name, column]) => selectColumnAs(name, alias, column).selected) };
}

/** Selects a column under another name. */
export function selectColumnAs<N extends string, C extends PgColumn>(
  name: N,
  alias: string,
  column: C,
): Part<Record<N, GetColumnData<C>>> {
  const isPlain = PLAIN_IN_JSON.has(column.columnType);
  // The transaction that wrote a row and the row's place on disk: no later content of the row has both.
  const versions = [`${alias}.xmin`, `${alias}.ctid`];
  return {
    selected: [
      { name, expression: `${alias}."${column.name}"`, decode: getDecoder(column), isPlain, versions },
    ],
  };
}

/**
 * Selects a record as one property. Together with `selectRows`, one statement reads what would otherwise take a
 * statement for each table, and JSON is parsed much faster than the driver's rows.
 */
export function selectRecord<N extends string, R>(
  name: N,
  { json, version, read }: Reader<R>,
): Part<Record<N, R>> {
  const decode = (value: unknown) => read(JSON.parse(String(value)) as unknown[]);
  const expression = `${json}::text`;
  return { selected: [{ name, expression, decode, isPlain: true, versions: [version] }] };
}

/** Selects the rows of another table as one property: those of `from`, which is everything after FROM. */
export function selectRows<N extends string, R>(
  name: N,
  { json, version, read }: Reader<R>,
  from: string,
): Part<Record<N, R[]>> {
  const expression = `(select coalesce(json_agg(item), '[]')::text from (select ${json} as item from ${from}) as items)`;
  const decode = (value: unknown) => (JSON.parse(String(value)) as unknown[][]).map(read);
  const versions = [`array(select ${version} from ${from})`];
  return { selected: [{ name, expression, decode, isPlain: true, versions }] };
}

/** Returns the condition that rows of another table belong to the envelope `e` of the surrounding statement. */
export function matchEnvelope(alias: string): string {
  return `${alias}.organization_id = e.organization_id and ${alias}.envelope_id = e.id`;
}

const PLAIN_IN_JSON = new Set(['PgText', 'PgBoolean', 'PgInteger', 'PgBigInt53', 'PgDoublePrecision']);

/** Returns the function that converts the driver's value. Null if no conversion is needed. */
function getDecoder(column: PgColumn): Selected['decode'] {
  switch (column.columnType) {
    case 'PgText':
    case 'PgBoolean':
    case 'PgInteger':
      return null;
    case 'PgTimestamp':
      return (value) => parseTimestamp(String(value));
    default:
      return (value) => column.mapFromDriverValue(value);
  }
}

const UTC_WITH_SECONDS = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/;

/**
 * Parses PostgreSQL's format, such as `2026-11-21 09:00:00.5+00`. It is in UTC unless the server is
 * configured otherwise.
 */
export function parseTimestamp(text: string): Timestamp {
  if (text.length > 26 || !text.endsWith('+00') || !UTC_WITH_SECONDS.test(text))
    return toTimestamp(new Date(text));
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, -3).padEnd(3, '0')}Z`;
}
