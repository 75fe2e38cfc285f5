import type { SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { Drizzle, Transaction } from './client.ts';
import type { Reader } from '#server/db/list/records.ts';

/** Runs a statement with values for its placeholders, and answers its rows as records. */
export type Statement<Values, Row> = (db: Drizzle | Transaction, values: Values) => Promise<Row[]>;

const DIALECT = new PgDialect();

/**
 * A query whose text is made once, with `sql.placeholder` where values go, and whose rows a reader turns into records.
 * For what is asked with every request: the query builder would write the text anew each time, which takes the program
 * several times what sending it and reading its answer does.
 */
export function statement<Values extends Record<string, unknown>, Row>(
  query: SQL,
  { read }: Reader<Row>,
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
