import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { createdAt, moment } from './columns.ts';
import { organizations } from './organizations.ts';

/**
 * Requests with an Idempotency-Key. A claim lasts until its lease or its process ends; the effect's
 * transaction completes the row, which is replayed until it expires.
 */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id),
    operation: text('operation').notNull(),
    key: text('idempotency_key').notNull(),
    fingerprint: text('fingerprint').notNull(),
    /** Identifies the claiming request, so that one whose lease was taken over can't complete it. */
    claim: text('claim').notNull(),
    leaseEndsAt: moment('lease_ends_at').notNull(),
    /** The claiming process's number. The claim ends early if the process does. */
    process: integer('process'),
    finishedAt: moment('finished_at'),
    /** The stored response as JSON text, or the envelope whose current graph is returned. */
    response: jsonb('response').$type<{ json: string }>(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.operation, table.key] }),
    index('idempotency_keys_created').on(table.createdAt),
    check('idempotency_keys_finished', sql`(${table.finishedAt} is null) = (${table.response} is null)`),
  ],
);
