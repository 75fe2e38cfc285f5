import { contractReadings } from '#server/db/schema/contract-readings.ts';
import { and, eq, isNull, lt, or, sql } from 'drizzle-orm';
import type { ContractReading } from '#reading/contract/read-contract.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { matchScope } from '#server/db/client/transaction.ts';

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
