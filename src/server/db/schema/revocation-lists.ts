import { integer, pgTable } from 'drizzle-orm/pg-core';
import { bytes, moment } from './columns.ts';

/** The revocation lists that the instance's certificate authority issued. Numbers never repeat. */
export const revocationLists = pgTable('revocation_lists', {
  number: integer('number').primaryKey(),
  list: bytes('list').notNull(),
  thisUpdate: moment('this_update').notNull(),
  nextUpdate: moment('next_update').notNull(),
});
