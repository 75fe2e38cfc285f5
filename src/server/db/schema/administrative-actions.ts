import { index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { ADMINISTRATIVE_ACTION_NAMES } from '#domain/organization/audit/administrative-actions.ts';
import { moment, ownId } from './columns.ts';
import { organizations } from './organizations.ts';
import { users } from './users.ts';

/**
 * Changes of an organization's settings, and what happens to its members' accounts. The table is append-only
 * and keeps names as they were at the time. Only what is about accounts can be deleted, after a month.
 */
export const administrativeActions = pgTable(
  'administrative_actions',
  {
    id: ownId(),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id),
    /** Null for actions from the operator's command line, and for attempts of nobody knows whom. */
    actorId: text('actor_id').references(() => users.id),
    actorName: text('actor_name').notNull(),
    action: text('action', { enum: ADMINISTRATIVE_ACTION_NAMES }).notNull(),
    subjectId: text('subject_id'),
    subjectName: text('subject_name').notNull(),
    /** What changed: short texts, by name. */
    details: jsonb('details').$type<Record<string, string>>(),
    occurredAt: moment('occurred_at').notNull(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    index('administrative_actions_subject').on(table.subjectId, table.occurredAt),
    index('administrative_actions_occurred').on(table.occurredAt),
  ],
);
