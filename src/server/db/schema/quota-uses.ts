import { bigint, date, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { organizations } from './organizations.ts';

/** How much of their daily quotas organizations have used. */
export const quotaUses = pgTable(
  'quota_uses',
  {
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id),
    quota: text('quota').notNull(),
    /** What the quota is counted for, such as an address; empty if the quota has no subject. */
    subject: text('subject').notNull().default(''),
    day: date('day', { mode: 'string' }).notNull(),
    used: bigint('used', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.quota, table.subject, table.day] })],
);
