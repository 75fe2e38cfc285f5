import { sql } from 'drizzle-orm';
import { check, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import { COPY_TIMES } from '#domain/envelope/status.ts';
import { LANGUAGES } from '#domain/language.ts';
import { LIMITS } from '#domain/limits.ts';
import { createdAt, moment, ownId, ownReference, updatedAt } from './columns.ts';
import { envelopes } from './envelopes.ts';
import { organizations } from './organizations.ts';

/** People who receive the documents without acting. */
export const copyRecipients = pgTable(
  'copy_recipients',
  {
    id: ownId(),
    envelopeId: text('envelope_id').notNull(),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id),
    /** The position in the sender's order, starting at 0. */
    position: integer('position').notNull(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    language: text('language', { enum: LANGUAGES }),
    when: text('when', { enum: COPY_TIMES }).notNull(),
    linkEpoch: integer('link_epoch').notNull(),
    sentAt: moment('sent_at'),
    /** When the recipient's details were erased. */
    erasedAt: moment('erased_at'),
    deliveryFailedAt: moment('delivery_failed_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    ownReference('copy_recipients_envelope', table, table.envelopeId, envelopes).onDelete('cascade'),
    unique('copy_recipients_position').on(table.organizationId, table.envelopeId, table.position),
    check(
      'copy_recipients_limit',
      sql`${table.position} between 0 and ${sql.raw(String(LIMITS.copiesMax - 1))}`,
    ),
    check('copy_recipients_language', sql.raw(`language in ('${LANGUAGES.join("', '")}')`)),
    check('copy_recipients_when', sql.raw(`"when" in ('${COPY_TIMES.join("', '")}')`)),
  ],
);
