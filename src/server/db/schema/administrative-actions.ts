import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { ADMINISTRATIVE_ACTION_NAMES } from '#domain/organization/administrative-actions.ts';
import { id, moment } from './columns.ts';
import { organizations } from './organizations.ts';
import { users } from './users.ts';

/** Changes of an organization's settings, append-only, with names as of the time. */
export const administrativeActions = pgTable(
  'administrative_actions',
  {
    id: id(),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id),
    /** Null for the operator's command line. */
    actorId: text('actor_id').references(() => users.id),
    actorName: text('actor_name').notNull(),
    action: text('action', { enum: ADMINISTRATIVE_ACTION_NAMES }).notNull(),
    subjectId: text('subject_id'),
    subjectName: text('subject_name').notNull(),
    /** What changed, as short texts by name. */
    details: jsonb('details').$type<Record<string, string>>(),
    occurredAt: moment('occurred_at').notNull(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
  },
  (table) => [index('administrative_actions_organization').on(table.organizationId, table.id.desc())],
);
