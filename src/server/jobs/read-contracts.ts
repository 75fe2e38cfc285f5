import { documentOf } from '#domain/envelope/graph.ts';
import { EXTRACTOR_VERSION } from '#domain/extraction/read-contract.ts';
import { sha256Hex } from '#server/crypto/hash.ts';
import { claimDueReadings, type DueReading, storeReading } from '#server/db/contract-readings.ts';
import { loadGraph } from '#server/db/load-graph.ts';
import { within } from '#server/db/transaction.ts';
import { BlobMismatchError } from '#server/storage/blob-store.ts';
import { readBlob } from '#server/storage/read-blob.ts';
import type { World } from '#server/world.ts';
import { startRepeating, type Repeating } from './repeat.ts';

/** Few at a time, so that several workers share them; a claim outlasts their reading. */
const BATCH = 4;
const CLAIM_MS = 10 * 60_000;
/** After so many attempts that fail for another reason than the document it counts as unreadable, until the next version. */
const MOST_ATTEMPTS = 5;
const INTERVAL_MS = 3_000;

/**
 * Reads the contract of every completed envelope that this version of the extractor has not read yet, in every organization.
 * Any number of workers may do so at once. Rows that fail stay claimed for a while, so that they keep no others from their turn.
 */
export async function readDueContracts(
  world: World,
  { version = EXTRACTOR_VERSION, isStopping = never }: ReadingRun = {},
): Promise<void> {
  while (!isStopping()) {
    const now = world.clock();
    const claimedUntil = new Date(now.getTime() + CLAIM_MS);
    const due = await within(world.db, { dueRows: true }, (tx) =>
      claimDueReadings(tx, { version, now, claimedUntil, limit: BATCH }),
    );
    for (const envelope of due) if (!isStopping()) await readOne(world, envelope, version);
    if (due.length < BATCH) return;
  }
}

type ReadingRun = { readonly version?: number; readonly isStopping?: () => boolean };
const never = () => false;

/** Reads what is due again and again until it is stopped. */
export function startReadingContracts(world: World): Repeating {
  return startRepeating({
    run: (isStopping) => readDueContracts(world, { isStopping }),
    intervalMs: INTERVAL_MS,
    onError: (error) => world.log.error({ err: error }, 'reading contracts failed'),
  });
}

async function readOne(world: World, due: DueReading, version: number): Promise<void> {
  const { organizationId, envelopeId, attempts } = due;
  try {
    const reading = await world.contracts.read(await signedBytes(world, due));
    await within(world.db, { organizationId }, (tx) => storeReading(tx, { envelopeId, version, reading }));
  } catch (error) {
    world.log.error({ err: error, organizationId, envelopeId }, 'a contract was not read');
    if (attempts < MOST_ATTEMPTS) return;
    await within(world.db, { organizationId }, (tx) =>
      storeReading(tx, { envelopeId, version, reading: null }),
    );
  }
}

/** The PDF as it was sent to be signed: what the seal adds says nothing about the contract. */
async function signedBytes(world: World, { organizationId, envelopeId }: DueReading): Promise<Uint8Array> {
  const prepared = documentOf(await loadGraph(world, organizationId, envelopeId), 'prepared');
  if (prepared === null) throw new Error(`envelope ${envelopeId} has no prepared document`);
  const bytes = await readBlob(world.storage, prepared.key);
  if (sha256Hex(bytes) === prepared.sha256) return bytes;
  throw new BlobMismatchError(`the object ${prepared.key} is not what was stored`);
}
