import { getTableColumns, sql, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Timestamp } from '#domain/envelope/graph.ts';
import { toTimestamp } from './envelope-rows.ts';

/** Columns to select, and what makes a record of a row that has them, in place. */
export type Reader<R> = { readonly columns: SQL; readonly read: (row: Record<string, unknown>) => R };

type Decoder = readonly [name: string, decode: (value: unknown) => unknown];

/**
 * Reads some columns of a table into a domain record, whose properties are named like the table's. For queries that
 * answer many rows: the query builder would walk over every column and value, in a list some thousands of them.
 */
export function readerOf<R>(table: PgTable, alias: string, names: readonly (keyof R & string)[]): Reader<R> {
  const all = getTableColumns(table);
  const columns = names.map((name) => {
    const column = all[name];
    if (column === undefined) throw new Error(`the table has no ${name}`);
    return [name, column] as const;
  });
  const decoders = columns.flatMap(([name, column]): Decoder[] => {
    const decode = decoderOf(column);
    return decode === null ? [] : [[name, decode]];
  });
  return {
    columns: sql.raw(columns.map(([name, column]) => `${alias}."${column.name}" as "${name}"`).join(', ')),
    read: (row) => {
      for (const [name, decode] of decoders) {
        const value = row[name];
        if (value !== null) row[name] = decode(value);
      }
      return row as R;
    },
  };
}

/** How the driver's value becomes the record's; null where they are the same. */
function decoderOf(column: PgColumn): Decoder[1] | null {
  switch (column.columnType) {
    case 'PgText':
    case 'PgBoolean':
    case 'PgInteger':
      return null;
    case 'PgTimestamp':
      return (value) => timestampIn(String(value));
    default:
      return (value) => column.mapFromDriverValue(value);
  }
}

const UTC_WITH_SECONDS = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/;

/** A moment as PostgreSQL writes it: `2026-11-21 09:00:00.5+00`, in UTC unless the server is set otherwise. */
export function timestampIn(text: string): Timestamp {
  if (text.length > 26 || !text.endsWith('+00') || !UTC_WITH_SECONDS.test(text))
    return toTimestamp(new Date(text));
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, -3).padEnd(3, '0')}Z`;
}
