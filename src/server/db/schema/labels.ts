import { sql } from 'drizzle-orm';
import { check, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { LABEL_COLORS } from '#domain/label.ts';
import { LIMITS } from '#domain/limits.ts';
import { createdAt, ownId } from './columns.ts';
import { organizations } from './organizations.ts';

/** The labels under which an organization files its envelopes. */
export const labels = pgTable(
  'labels',
  {
    id: ownId(),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id),
    name: text('name').notNull(),
    color: text('color', { enum: LABEL_COLORS }).notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    uniqueIndex('labels_name').on(table.organizationId, sql`lower(${table.name})`),
    // For the reference from envelope_labels, which keeps labels in their organization.

    check(
      'labels_color',
      sql`${table.color} in (${sql.raw(LABEL_COLORS.map((color) => `'${color}'`).join(', '))})`,
    ),
    check(
      'labels_name_length',
      sql`char_length(${table.name}) between 1 and ${sql.raw(String(LIMITS.labelNameMaxChars))}`,
    ),
  ],
);
