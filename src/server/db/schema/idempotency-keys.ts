import { sql } from 'drizzle-orm';
import { check, index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { createdAt, moment } from './columns.ts';
import { organizations } from './organizations.ts';

/**
 * Requests that carried an Idempotency-Key. A claim holds until its lease ends; the transaction of the effect turns
 * it into a finished row, which replays until it expires.
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
    /** Names the request that holds the claim, so that one whose lease was taken over cannot finish it. */
    claim: text('claim').notNull(),
    leaseEndsAt: moment('lease_ends_at').notNull(),
    finishedAt: moment('finished_at'),
    /** What a finished request answered, as JSON text: the stored body, or the envelope whose current graph answers a replay. */
    response: jsonb('response').$type<{ json: string }>(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.operation, table.key] }),
    index('idempotency_keys_created').on(table.createdAt),
    check('idempotency_keys_finished', sql`(${table.finishedAt} is null) = (${table.response} is null)`),
  ],
);
