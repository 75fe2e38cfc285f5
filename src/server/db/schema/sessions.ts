import { sql } from 'drizzle-orm';
import { boolean, check, index, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, moment } from './columns.ts';
import { organizations } from './organizations.ts';
import { users } from './users.ts';

/** Web sessions. The identifier is the SHA-256 of the cookie's token. */
export const sessions = pgTable(
  'sessions',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id),
    expiresAt: moment('expires_at').notNull(),
    createdAt: createdAt(),
    /** Last request, to the minute. */
    lastUsedAt: moment('last_used_at'),
    /** Whether it was started, or the account protected in it, with more than a password. */
    secondFactor: boolean('second_factor').notNull().default(false),
    /** Whether the organization's identity provider vouched for the person, who may then act in this organization only. */
    singleSignOn: boolean('single_sign_on').notNull().default(false),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    /** The envelope that the device was handed over for. While it is set, the session opens only the lock screen. */
    lockedEnvelopeId: text('locked_envelope_id'),
    /** Who got the device. */
    lockedParticipantId: text('locked_participant_id'),
  },
  (table) => [
    index('sessions_user').on(table.userId),
    check(
      'sessions_locked_for_somebody',
      sql`(${table.lockedEnvelopeId} is null) = (${table.lockedParticipantId} is null)`,
    ),
  ],
);
