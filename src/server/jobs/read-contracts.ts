import { findDocument } from '#domain/envelope/graph.ts';
import type { PictureConfidence } from '#domain/search/words.ts';
import { lowerConfidence, EXTRACTOR_VERSION } from '#reading/contract/read-contract.ts';
import { computeSha256Hex } from '#server/crypto/hash.ts';
import { claimDueReadings, type DueReading, storeReading } from '#server/db/envelopes/contract-readings.ts';
import { loadGraph } from '#server/db/envelopes/load-graph.ts';
import { readWholeText } from '#server/db/envelopes/search-documents.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { BlobMismatchError } from '#server/storage/driver.ts';
import { readBlob } from '#server/storage/read-blob.ts';
import type { ContractSource } from '#server/pdf/reading/read-contract-text.ts';
import type { Services } from '#server/runtime/services.ts';

/** The batch is small so that several workers share the work. A claim lasts longer than reading a batch. */
const BATCH = 4;
const CLAIM_MS = 10 * 60_000;
/**
 * After this many failures unrelated to the document, it counts as unreadable until the next extractor
 * version.
 */
const MOST_ATTEMPTS = 5;

/**
 * Reads every completed contract that this extractor version hasn't read yet, in every organization. Workers
 * can run this concurrently. Failing rows stay claimed for a while so that they don't block others.
 */
export async function readDueContracts(
  services: Services,
  { version = EXTRACTOR_VERSION, isStopping = returnFalse }: ReadingRun = {},
): Promise<void> {
  while (!isStopping()) {
    const now = services.clock();
    const claimedUntil = new Date(now.getTime() + CLAIM_MS);
    const due = await transaction(services.db, { dueRows: true }, (tx) =>
      claimDueReadings(tx, { version, now, claimedUntil, limit: BATCH }),
    );
    for (const envelope of due) if (!isStopping()) await readOne(services, envelope, version);
    if (due.length < BATCH) return;
  }
}

type ReadingRun = { readonly version?: number; readonly isStopping?: () => boolean };
const returnFalse = () => false;

async function readOne(services: Services, due: DueReading, version: number): Promise<void> {
  const { organizationId, envelopeId, attempts } = due;
  try {
    const requester = { organizationId, waiting: 'job' } as const;
    const { source, confidence } = await readSource(services, due);
    const read = await services.contracts.read(requester, source);
    const reading = read && lowerConfidence(read, confidence);
    await transaction(services.db, { organizationId }, (tx) =>
      storeReading(tx, { envelopeId, version, reading }),
    );
  } catch (error) {
    services.log.error({ err: error, organizationId, envelopeId }, 'a contract was not read');
    if (attempts < MOST_ATTEMPTS) return;
    await transaction(services.db, { organizationId }, (tx) =>
      storeReading(tx, { envelopeId, version, reading: null }),
    );
  }
}

/**
 * Reads the text of the PDF that was sent for signature, since the seal adds nothing to the contract. If the
 * search doesn't have all of the text, returns the PDF.
 */
async function readSource(
  services: Services,
  { organizationId, envelopeId }: DueReading,
): Promise<{ readonly source: ContractSource; readonly confidence: PictureConfidence }> {
  const prepared = findDocument(await loadGraph(services, organizationId, envelopeId), 'prepared');
  if (prepared === null) throw new Error(`envelope ${envelopeId} has no prepared document`);
  const text = await transaction(services.db, { organizationId }, (tx) =>
    readWholeText(tx, envelopeId, prepared.pageCount ?? 0),
  );
  if (text !== null) return { source: { pages: text.pages }, confidence: text.confidence };
  const bytes = await readBlob(services.storage, prepared.key);
  if (computeSha256Hex(bytes) === prepared.sha256) return { source: { document: bytes }, confidence: {} };
  throw new BlobMismatchError(`the object ${prepared.key} differs from what was stored`);
}
