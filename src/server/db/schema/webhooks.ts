import { sql } from 'drizzle-orm';
import { boolean, check, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { DISABLED_REASONS } from '#domain/webhook/webhook.ts';
import { apiKeys } from './api-keys.ts';
import { createdAt, eventActions, moment, ownId, ownReference, updatedAt } from './columns.ts';
import { organizations } from './organizations.ts';
import { users } from './users.ts';

/**
 * URLs that receive an organization's events. The secrets are encrypted rather than hashed, since signing
 * needs them again.
 */
export const webhooks = pgTable(
  'webhooks',
  {
    id: ownId(),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id),
    url: text('url').notNull(),
    description: text('description'),
    /** The event types that the webhook receives; null for all, including future ones. */
    events: text('events', { enum: eventActions }).array(),
    enabled: boolean('enabled').notNull(),
    /** Who created the webhook or enabled it last, and the API key that they did this with. */
    createdBy: text('created_by')
      .notNull()
      .references(() => users.id),
    createdWith: text('created_with'),
    /** Why the service disabled the webhook; null if it didn't. */
    disabledReason: text('disabled_reason', { enum: DISABLED_REASONS }),
    disabledAt: moment('disabled_at'),
    /** Time of the first failed delivery since the last accepted one. */
    failingSince: moment('failing_since'),
    secretBox: text('secret_box').notNull(),
    previousSecretBox: text('previous_secret_box'),
    previousSecretEndsAt: moment('previous_secret_ends_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    ownReference('webhooks_created_with', table, table.createdWith, apiKeys),
    check('webhooks_disabled', sql`${table.enabled} = (${table.disabledAt} is null)`),
    check(
      'webhooks_disabled_reason',
      sql`${table.disabledReason} is null or (${table.disabledReason} in (${sql.raw(DISABLED_REASONS.map((reason) => `'${reason}'`).join(', '))}) and not ${table.enabled})`,
    ),
    check(
      'webhooks_previous_secret',
      sql`(${table.previousSecretBox} is null) = (${table.previousSecretEndsAt} is null)`,
    ),
  ],
);
