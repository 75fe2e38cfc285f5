import { findDocument } from '#domain/envelope/graph.ts';
import type { SearchText } from '#domain/search/words.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { loadGraph } from '#server/db/envelopes/load-graph.ts';
import { claimDueTexts, storeText, type DueText } from '#server/db/envelopes/search-documents.ts';
import { withLocalFile } from '#server/storage/local-file.ts';
import type { Services } from '#server/runtime/services.ts';

/**
 * Texts are read one at a time, so that several workers share the work and a claim lasts longer than reading.
 */
const BATCH = 1;
const CLAIM_MS = 10 * 60_000;
/** After this many failures, the document can only be found by its names. */
const MOST_ATTEMPTS = 5;

/**
 * Reads the text of every document that isn't searchable yet, in every organization. Workers can run this
 * concurrently.
 */
export async function readDueTexts(
  services: Services,
  isStopping: () => boolean = returnFalse,
): Promise<void> {
  while (!isStopping()) {
    const now = services.clock();
    const claimedUntil = new Date(now.getTime() + CLAIM_MS);
    const due = await transaction(services.db, { dueRows: true }, (tx) =>
      claimDueTexts(tx, { now, claimedUntil, limit: BATCH }),
    );
    for (const text of due) if (!isStopping()) await readOne(services, text);
    if (due.length < BATCH) return;
  }
}

const returnFalse = () => false;

/**
 * Reads and stores one text. A failed one is tried again once its claim ends, and given up after a number of
 * attempts.
 */
async function readOne(services: Services, due: DueText): Promise<void> {
  const { organizationId, envelopeId, attempts } = due;
  const store = (text: SearchText) =>
    transaction(services.db, { organizationId }, (tx) => storeText(tx, due, text));
  try {
    await store(await readSearchText(services, due));
  } catch (error) {
    services.log.error({ err: error, organizationId, envelopeId }, 'a text was not read');
    if (attempts >= MOST_ATTEMPTS) await store(NO_TEXT);
  }
}

const NO_TEXT: SearchText = { words: [], pages: [] };

async function readSearchText(
  services: Services,
  { organizationId, envelopeId }: DueText,
): Promise<SearchText> {
  const prepared = findDocument(await loadGraph(services, organizationId, envelopeId), 'prepared');
  if (prepared === null) return NO_TEXT;
  const { key, sha256, pageCount } = prepared;
  const text = await withLocalFile(services.storage, key, (path) =>
    services.texts.searchText({ organizationId, waiting: 'job' }, { path, sha256, pages: pageCount ?? 0 }),
  );
  if (text === null) services.log.info({ organizationId, envelopeId }, 'a text took too long to read');
  return text ?? NO_TEXT;
}
