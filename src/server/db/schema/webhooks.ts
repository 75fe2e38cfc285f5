import { sql } from 'drizzle-orm';
import { boolean, check, index, pgTable, text } from 'drizzle-orm/pg-core';
import { DISABLED_REASONS } from '#domain/webhook/webhook.ts';
import { createdAt, eventActions, id, moment, updatedAt } from './columns.ts';
import { organizations } from './organizations.ts';

/** Where an organization wants to be told of events. Secrets are encrypted, since they are needed again to sign. */
export const webhooks = pgTable(
  'webhooks',
  {
    id: id(),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id),
    url: text('url').notNull(),
    description: text('description'),
    /** The actions that it is told of; null for all, also those that are yet to come. */
    events: text('events', { enum: eventActions }).array(),
    enabled: boolean('enabled').notNull(),
    /** Why the service disabled it; null where a person did, or nobody. */
    disabledReason: text('disabled_reason', { enum: DISABLED_REASONS }),
    disabledAt: moment('disabled_at'),
    /** When the first delivery failed after the last that was taken. */
    failingSince: moment('failing_since'),
    secretBox: text('secret_box').notNull(),
    previousSecretBox: text('previous_secret_box'),
    previousSecretEndsAt: moment('previous_secret_ends_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index('webhooks_organization').on(table.organizationId),
    check('webhooks_disabled', sql`${table.enabled} = (${table.disabledAt} is null)`),
    check(
      'webhooks_disabled_reason',
      sql`${table.disabledReason} is null or (${table.disabledReason} in ('gone', 'failing') and not ${table.enabled})`,
    ),
    check(
      'webhooks_previous_secret',
      sql`(${table.previousSecretBox} is null) = (${table.previousSecretEndsAt} is null)`,
    ),
  ],
);
