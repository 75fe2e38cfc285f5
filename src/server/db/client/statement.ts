import type { SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { Drizzle, Transaction } from './client.ts';

/** Runs a statement with values for its placeholders and returns its rows as records. */
export type Statement<Values, Row> = (db: Drizzle | Transaction, values: Values) => Promise<Row[]>;

const DIALECT = new PgDialect();

/**
 * Prepares a query's text once, with `sql.placeholder` for its values, and reads its rows as records. Meant
 * for queries that every request runs: building the text each time takes several times as long as running the
 * query.
 */
export function prepareStatement<Values extends Record<string, unknown>, Row>(
  query: SQL,
  { read }: { readonly read: (values: readonly unknown[]) => Row },
): Statement<Values, Row> {
  const text = DIALECT.sqlToQuery(query);
  return async (db, values) => {
    const prepared = db._.session.prepareQuery<{ execute: Row[]; all: never; values: never }>(
      text,
      undefined,
      undefined,
      true,
      (rows) => rows.map(read),
    );
    return await prepared.execute(values);
  };
}
