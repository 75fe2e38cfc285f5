import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { LANGUAGES } from '#domain/language.ts';
import { LIMITS } from '#domain/limits.ts';
import { createdAt, moment, ownId, ownReference } from './columns.ts';
import { organizations } from './organizations.ts';
import { templateForms } from './template-forms.ts';

/** People who have started to fill in a public form and still have to confirm their address. */
export const formStarts = pgTable(
  'form_starts',
  {
    id: ownId(),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id),
    formId: text('form_id').notNull(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    language: text('language', { enum: LANGUAGES }),
    /** Random bytes that the emailed code is derived from, together with a key outside the database. */
    codeNonce: text('code_nonce').notNull(),
    attempts: integer('attempts').notNull().default(0),
    expiresAt: moment('expires_at').notNull(),
    confirmedAt: moment('confirmed_at'),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    ownReference('form_starts_form', table, table.formId, templateForms).onDelete('cascade'),
    index('form_starts_form').on(table.formId),
    index('form_starts_expiry').on(table.expiresAt),
    check(
      'form_starts_attempts',
      sql`${table.attempts} between 0 and ${sql.raw(String(LIMITS.wrongCodesMax))}`,
    ),
  ],
);
