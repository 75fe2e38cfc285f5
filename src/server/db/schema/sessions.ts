import { sql } from 'drizzle-orm';
import { boolean, check, index, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, moment } from './columns.ts';
import { organizations } from './organizations.ts';
import { users } from './users.ts';

/** Web sessions. The id is the SHA-256 of the cookie's token. */
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
    /** Time of the last request, to the minute. */
    lastUsedAt: moment('last_used_at'),
    /** Whether more than a password was used to start the session, or to protect the account during it. */
    secondFactor: boolean('second_factor').notNull().default(false),
    /**
     * Whether the organization's identity provider vouched for the person, who may then act only in this
     * organization.
     */
    singleSignOn: boolean('single_sign_on').notNull().default(false),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    /**
     * The envelope that the device was handed over for. While it is set, the session opens only the lock
     * screen.
     */
    lockedEnvelopeId: text('locked_envelope_id'),
    /** The participant who was handed the device. */
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
