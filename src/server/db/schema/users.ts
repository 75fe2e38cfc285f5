import { sql } from 'drizzle-orm';
import { check, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { LANGUAGES } from '#domain/language.ts';
import { createdAt, id, moment } from './columns.ts';

export const users = pgTable(
  'users',
  {
    id: id(),
    email: text('email').notNull(),
    name: text('name').notNull(),
    passwordHash: text('password_hash').notNull(),
    emailVerifiedAt: moment('email_verified_at'),
    /** The user's language; null means the browser's. */
    locale: text('locale', { enum: LANGUAGES }),
    /** The IANA name of the time zone that the user's browser was last in. */
    timeZone: text('time_zone'),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('users_email').on(sql`lower(${table.email})`),
    check('users_time_zone', sql`char_length(${table.timeZone}) between 1 and 64`),
    check('users_locale', sql.raw(`locale in ('${LANGUAGES.join("', '")}')`)),
  ],
);
