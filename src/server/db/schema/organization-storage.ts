import { bigint, pgTable, text } from 'drizzle-orm/pg-core';
import { organizations } from './organizations.ts';

/** How many bytes of documents organizations keep. Triggers maintain it. */
export const organizationStorage = pgTable('organization_storage', {
  organizationId: text('organization_id')
    .primaryKey()
    .references(() => organizations.id),
  bytes: bigint('bytes', { mode: 'number' }).notNull(),
});
