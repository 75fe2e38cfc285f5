import { sql } from 'drizzle-orm';
import { check, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { LIMITS } from '#domain/limits.ts';
import { moment, ownReference } from './columns.ts';
import { organizations } from './organizations.ts';
import { participants } from './participants.ts';

/**
 * Attempts at the codes of a participant's link. There is one row per participant, so that all processes
 * share the same count.
 */
export const codeAttempts = pgTable(
  'code_attempts',
  {
    participantId: text('participant_id').notNull(),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id),
    /** The link that the row counts attempts for. A newer link starts over. */
    linkEpoch: integer('link_epoch').notNull(),
    /** Codes tried since the last correct one or the last lock. */
    attempts: integer('attempts').notNull().default(0),
    lockedUntil: moment('locked_until'),
    /**
     * Random bytes from which the emailed code is derived, together with a key that isn't in the database.
     * Null once the code has been used.
     */
    codeNonce: text('code_nonce'),
    codeSentAt: moment('code_sent_at'),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.participantId] }),
    ownReference('code_attempts_participant', table, table.participantId, participants).onDelete('cascade'),
    check(
      'code_attempts_limit',
      sql`${table.attempts} between 0 and ${sql.raw(String(LIMITS.wrongCodesMax))}`,
    ),
    check('code_attempts_code', sql`${table.codeNonce} is null or ${table.codeSentAt} is not null`),
  ],
);
