import { and, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import type { ContractReading } from '#reading/contract/read-contract.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { contractReadings } from '#server/db/schema/contract-readings.ts';

export type DueReading = {
  readonly organizationId: string;
  readonly envelopeId: string;
  readonly attempts: number;
};

/** What was read of a contract; null while nothing has been. `reading` is null where the document cannot be read. */
export type StoredReading = {
  readonly extractorVersion: number;
  readonly reading: ContractReading | null;
} | null;

/**
 * Takes envelopes in hand whose contract was not read by this version of the extractor, until `claimedUntil`. What another
 * worker has in hand is left to it. Needs the scope `dueRows`.
 */
export async function claimDueReadings(
  tx: Transaction,
  due: { readonly version: number; readonly now: Date; readonly claimedUntil: Date; readonly limit: number },
): Promise<DueReading[]> {
  const free = tx
    .select({ envelopeId: contractReadings.envelopeId })
    .from(contractReadings)
    .where(
      and(
        lt(contractReadings.extractorVersion, due.version),
        or(isNull(contractReadings.claimedUntil), lt(contractReadings.claimedUntil, due.now)),
      ),
    )
    // The newest first: somebody may be waiting for it.
    .orderBy(sql`${contractReadings.envelopeId} desc`)
    .limit(due.limit)
    .for('update', { skipLocked: true });
  return await tx
    .update(contractReadings)
    .set({ claimedUntil: due.claimedUntil, attempts: sql`${contractReadings.attempts} + 1` })
    .where(inArray(contractReadings.envelopeId, free))
    .returning({
      organizationId: contractReadings.organizationId,
      envelopeId: contractReadings.envelopeId,
      attempts: contractReadings.attempts,
    });
}

/** Keeps what a version read, unless a newer one was quicker. */
export async function storeReading(
  tx: Transaction,
  { envelopeId, version, reading }: { envelopeId: string; version: number; reading: ContractReading | null },
): Promise<void> {
  await tx
    .update(contractReadings)
    .set({ extractorVersion: version, reading, attempts: 0, claimedUntil: null })
    .where(and(eq(contractReadings.envelopeId, envelopeId), lt(contractReadings.extractorVersion, version)));
}

/** What was read of an envelope's contract, by whichever version. */
export async function readStoredReading(tx: Transaction, envelopeId: string): Promise<StoredReading> {
  const [row] = await tx
    .select({ extractorVersion: contractReadings.extractorVersion, reading: contractReadings.reading })
    .from(contractReadings)
    .where(eq(contractReadings.envelopeId, envelopeId));
  return row === undefined || row.extractorVersion === 0 ? null : row;
}
