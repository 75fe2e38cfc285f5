import { date, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { createdAt, moment } from './columns.ts';
import { organizations } from './organizations.ts';
import { users } from './users.ts';

/** The weekly digests sent to members, at most one for each week. */
export const weeklyDigests = pgTable(
  'weekly_digests',
  {
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    /** The Monday that the week starts on. */
    week: date('week', { mode: 'string' }).notNull(),
    /**
     * Set before the digest goes to the mail server. From then on the server may have it, so it isn't sent
     * again unless it was refused.
     */
    handedOverAt: moment('handed_over_at'),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.userId, table.week] }),
    index('weekly_digests_outlived').on(table.createdAt),
  ],
);
