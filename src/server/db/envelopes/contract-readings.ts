import { and, eq, isNull, lt, or, sql } from 'drizzle-orm';
import type { ContractReading } from '#reading/contract/read-contract.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { matchScope } from '#server/db/client/transaction.ts';
import { check, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { moment, ownReference } from '../schema/columns.ts';
import { envelopes } from '../schema/envelopes.ts';
import { organizations } from '../schema/organizations.ts';

/**
 * Data extracted from completed envelopes, with the extractor's version. A trigger inserts the row on
 * completion, with version 0 for "not read yet".
 */
const contractReadings = pgTable(
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

export type DueReading = {
  readonly organizationId: string;
  readonly envelopeId: string;
  readonly attempts: number;
};

/**
 * The data extracted from a contract. Null before it has been read. `reading` is null if the document can't
 * be read.
 */
export type StoredReading = {
  readonly extractorVersion: number;
  readonly reading: ContractReading | null;
} | null;

/**
 * Claims envelopes that this version of the extractor hasn't read, until `claimedUntil`. Skips those that
 * other workers have claimed. Requires the scope `dueRows`.
 */
export async function claimDueReadings(
  tx: Transaction,
  due: { readonly version: number; readonly now: Date; readonly claimedUntil: Date; readonly limit: number },
): Promise<DueReading[]> {
  const free = tx
    .select({ organizationId: contractReadings.organizationId, envelopeId: contractReadings.envelopeId })
    .from(contractReadings)
    .where(
      and(
        lt(contractReadings.extractorVersion, due.version),
        or(isNull(contractReadings.claimedUntil), lt(contractReadings.claimedUntil, due.now)),
      ),
    )
    // Newest first, because someone may be waiting for the newest.
    .orderBy(sql`${contractReadings.envelopeId} desc`)
    .limit(due.limit)
    .for('update', { skipLocked: true });
  return await tx
    .update(contractReadings)
    .set({ claimedUntil: due.claimedUntil, attempts: sql`${contractReadings.attempts} + 1` })
    .where(sql`(${contractReadings.organizationId}, ${contractReadings.envelopeId}) in ${free}`)
    .returning({
      organizationId: contractReadings.organizationId,
      envelopeId: contractReadings.envelopeId,
      attempts: contractReadings.attempts,
    });
}

/** Stores a version's reading, unless a newer version has already stored one. */
export async function storeReading(
  tx: Transaction,
  { envelopeId, version, reading }: { envelopeId: string; version: number; reading: ContractReading | null },
): Promise<void> {
  await tx
    .update(contractReadings)
    .set({ extractorVersion: version, reading, attempts: 0, claimedUntil: null })
    .where(
      and(
        matchScope(tx, contractReadings),
        eq(contractReadings.envelopeId, envelopeId),
        lt(contractReadings.extractorVersion, version),
      ),
    );
}

/** Returns an envelope's reading, whichever version made it. */
export async function readStoredReading(tx: Transaction, envelopeId: string): Promise<StoredReading> {
  const [row] = await tx
    .select({ extractorVersion: contractReadings.extractorVersion, reading: contractReadings.reading })
    .from(contractReadings)
    .where(and(matchScope(tx, contractReadings), eq(contractReadings.envelopeId, envelopeId)));
  return row === undefined || row.extractorVersion === 0 ? null : row;
}
