import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';
import { organizations } from './organizations.ts';

/**
 * Stored objects to check for references: each new one, since its row may never be written, and each whose
 * row is gone (triggers). Unreferenced ones are removed.
 */
export const blobReviews = pgTable(
  'blob_reviews',
  {
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id),
    key: text('storage_key').notNull(),
    /** Until then, a running transaction might refer to it. */
    dueAt: moment('due_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.key] }),
    index('blob_reviews_due').on(table.dueAt),
  ],
);
