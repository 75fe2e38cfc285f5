import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { DELIVERY_STATUSES, type DeliveryTry } from '#domain/webhook/webhook.ts';
import { createdAt, moment, ownId, ownReference } from './columns.ts';
import { organizations } from './organizations.ts';
import { webhooks } from './webhooks.ts';

/**
 * Webhook messages. Each is written in its event's transaction, attempted until it is accepted, and kept for
 * a month.
 */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: ownId(),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id),
    webhookId: text('webhook_id').notNull(),
    /** The reported event; null for a test or a sample. A trigger checks that the event exists. */
    eventId: text('event_id'),
    envelopeId: text('envelope_id'),
    type: text('type').notNull(),
    /** The request body, identical in every attempt. */
    body: text('body').notNull(),
    status: text('status', { enum: DELIVERY_STATUSES }).notNull(),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: moment('next_attempt_at'),
    lastAttemptAt: moment('last_attempt_at'),
    /** Status code of the last response; null if there was no response. */
    lastStatusCode: integer('last_status_code'),
    /** Why the last attempt got no response. */
    lastError: text('last_error'),
    responseExcerpt: text('response_excerpt'),
    tries: jsonb('tries').$type<readonly DeliveryTry[]>().notNull().default([]),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    ownReference('webhook_deliveries_webhook', table, table.webhookId, webhooks).onDelete('cascade'),
    index('webhook_deliveries_created').on(table.webhookId, table.createdAt, table.id),
    index('webhook_deliveries_status_created').on(table.webhookId, table.status, table.createdAt, table.id),
    index('webhook_deliveries_outlived').on(table.createdAt),
    uniqueIndex('webhook_deliveries_event').on(table.organizationId, table.eventId, table.webhookId),
    check('webhook_deliveries_status', sql`${table.status} in ('pending', 'succeeded', 'failed')`),
    check('webhook_deliveries_attempts', sql`${table.attempts} >= 0`),
    check(
      'webhook_deliveries_next',
      sql`(${table.status} = 'pending') = (${table.nextAttemptAt} is not null)`,
    ),
  ],
);
