import { type Column, getTableColumns, getTableName, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Transaction } from './client.ts';

/**
 * Inserts rows in one statement with one parameter. However many rows there are, its text stays the same, so
 * it's built, parsed and planned once. Columns that no row names get their defaults. Not for binary columns.
 */
export function insertRows<T extends PgTable>(
  tx: Transaction,
  table: T,
  rows: readonly T['$inferInsert'][],
): PromiseLike<unknown> {
  const named = rows.map((row) => new Map<string, unknown>(Object.entries(row)));
  const columns = Object.entries(getTableColumns(table)).filter(([name]) =>
    named.some((row) => row.get(name) !== undefined),
  );
  const values = named.map((row) =>
    Object.fromEntries(columns.map(([name, column]) => [column.name, row.get(name)])),
  );
  const statement = composeStatement(
    getTableName(table),
    columns.map(([, column]) => column),
  );
  return tx.execute(sql`${statement}${JSON.stringify(values)}::json)`);
}

function composeStatement(table: string, columns: readonly Column[]) {
  const names = columns.map(({ name }) => `"${name}"`).join();
  return sql.raw(
    `insert into "${table}" (${names}) select ${names} from json_populate_recordset(null::"${table}", `,
  );
}
