import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';
import { organizations } from './organizations.ts';

/**
 * Stored objects of which it is to be seen whether a row still refers to them: each that was just put, since its row may
 * never come, and each that a row referred to that is gone (triggers). It is removed where nothing does.
 */
export const blobReviews = pgTable(
  'blob_reviews',
  {
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id),
    key: text('storage_key').notNull(),
    /** Not before: until then a transaction may be under way that refers to it. */
    dueAt: moment('due_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.key] }),
    index('blob_reviews_due').on(table.dueAt),
  ],
);
