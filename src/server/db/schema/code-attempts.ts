import { sql } from 'drizzle-orm';
import { check, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { LIMITS } from '#domain/limits.ts';
import { moment, ownReference } from './columns.ts';
import { organizations } from './organizations.ts';
import { participants } from './participants.ts';

/** The codes that were tried with a participant's link. A row per participant, so that every process counts the same. */
export const codeAttempts = pgTable(
  'code_attempts',
  {
    participantId: text('participant_id').notNull(),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id),
    /** The link that the row counts for. A newer one starts over. */
    linkEpoch: integer('link_epoch').notNull(),
    /** Codes tried since the last right one or the last lock. */
    attempts: integer('attempts').notNull().default(0),
    lockedUntil: moment('locked_until'),
    /** Random bytes that the emailed code is derived from, together with a key outside the database; null once used. */
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
