import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { ContractReading } from '#reading/contract/read-contract.ts';
import { moment, ownReference } from './columns.ts';
import { envelopes } from './envelopes.ts';
import { organizations } from './organizations.ts';

/**
 * Data extracted from completed envelopes, with the extractor's version. A trigger inserts the row on
 * completion, with version 0 for "not read yet".
 */
export const contractReadings = pgTable(
  'contract_readings',
  {
    envelopeId: text('envelope_id').notNull(),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id),
    extractorVersion: integer('extractor_version').notNull().default(0),
    /** Null until the document is read, and if it can't be read. */
    reading: jsonb('reading').$type<ContractReading>(),
    /** Attempts by the current version. */
    attempts: integer('attempts').notNull().default(0),
    /** A worker is reading the document until this moment. */
    claimedUntil: moment('claimed_until'),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.envelopeId] }),
    ownReference('contract_readings_envelope', table, table.envelopeId, envelopes),
    index('contract_readings_due').on(table.extractorVersion),
    check('contract_readings_version', sql`${table.extractorVersion} >= 0 and ${table.attempts} >= 0`),
  ],
);
