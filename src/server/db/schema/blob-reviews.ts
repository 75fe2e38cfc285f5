import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';
import { organizations } from './organizations.ts';

/**
 * Stored objects to check for references: each new object, since its row may never be written, and each
 * object whose row is gone (added by triggers). Unreferenced objects are removed.
 */
export const blobReviews = pgTable(
  'blob_reviews',
  {
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id),
    key: text('storage_key').notNull(),
    /** Until this moment, a running transaction might still refer to the object. */
    dueAt: moment('due_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.key] }),
    index('blob_reviews_due').on(table.dueAt),
  ],
);
