import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { INSTANCE_ACTION_NAMES } from '#domain/instance-actions.ts';
import { id, moment } from './columns.ts';

/**
 * What the people who run the instance did to accounts and organizations. The table is append-only and keeps names as
 * they were at the time. Only administrators of the instance read it.
 */
export const instanceActions = pgTable(
  'instance_actions',
  {
    id: id(),
    /** Null for the operator's command line. Not a reference, so that a deleted account keeps its actions. */
    actorId: text('actor_id'),
    actorName: text('actor_name').notNull(),
    action: text('action', { enum: INSTANCE_ACTION_NAMES }).notNull(),
    subjectId: text('subject_id').notNull(),
    subjectName: text('subject_name').notNull(),
    /** What changed and why: short texts, by name. */
    details: jsonb('details').$type<Record<string, string>>().notNull(),
    occurredAt: moment('occurred_at').notNull(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
  },
  (table) => [index('instance_actions_subject').on(table.subjectId)],
);
