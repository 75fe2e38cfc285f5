import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type { ContractReading } from '#reading/contract/read-contract.ts';
import { moment } from './columns.ts';
import { envelopes } from './envelopes.ts';
import { organizations } from './organizations.ts';

/**
 * What the text of each completed envelope's document says, and which version of the extractor read it. A trigger makes the
 * row on completion, at version 0: nobody has read it yet.
 */
export const contractReadings = pgTable(
  'contract_readings',
  {
    envelopeId: text('envelope_id')
      .primaryKey()
      .references(() => envelopes.id),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id),
    extractorVersion: integer('extractor_version').notNull().default(0),
    /** Null until it was read, and where it could not be. */
    reading: jsonb('reading').$type<ContractReading>(),
    /** Attempts at the version that is due. */
    attempts: integer('attempts').notNull().default(0),
    /** Until then one worker has it in hand. */
    claimedUntil: moment('claimed_until'),
  },
  (table) => [
    index('contract_readings_due').on(table.extractorVersion),
    index('contract_readings_organization').on(table.organizationId),
    check('contract_readings_version', sql`${table.extractorVersion} >= 0 and ${table.attempts} >= 0`),
  ],
);
