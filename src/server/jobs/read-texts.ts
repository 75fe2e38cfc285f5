import { findDocument } from '#domain/envelope/graph.ts';
import {
  addPictureText,
  listPagesWithoutText,
  type PictureConfidence,
  type SearchText,
} from '#domain/search/words.ts';
import type { PageFacts } from '#reading/page/page-facts.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { loadGraph } from '#server/db/envelopes/load-graph.ts';
import { claimDueTexts, storeText, type DueText } from '#server/db/envelopes/search-documents.ts';
import { withLocalFile } from '#server/storage/local-file.ts';
import type { Services } from '#server/runtime/services.ts';
import { listReadingLanguages } from './detect-fields.ts';

/**
 * Texts are read one at a time, so that several workers share the work and a claim lasts longer than reading,
 * even of a long scan.
 */
const BATCH = 1;
const CLAIM_MS = 30 * 60_000;
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
  const store = (text: ReadText) =>
    transaction(services.db, { organizationId }, (tx) => storeText(tx, due, text));
  try {
    await store(await readSearchText(services, due));
  } catch (error) {
    services.log.error({ err: error, organizationId, envelopeId }, 'a text was not read');
    if (attempts >= MOST_ATTEMPTS) await store(NO_TEXT);
  }
}

/** The text of a document, and how surely its pictures were read. */
type ReadText = SearchText & { readonly confidence: PictureConfidence };

const NO_TEXT: ReadText = { words: [], pages: [], confidence: {} };

async function readSearchText(
  services: Services,
  { organizationId, envelopeId }: DueText,
): Promise<ReadText> {
  const graph = await loadGraph(services, organizationId, envelopeId);
  const prepared = findDocument(graph, 'prepared');
  if (prepared === null) return NO_TEXT;
  const { key, sha256, pageCount } = prepared;
  const requester = { organizationId, waiting: 'job' } as const;
  return await withLocalFile(services.storage, key, async (path) => {
    const text = await services.texts.searchText(requester, { path, sha256, pages: pageCount ?? 0 });
    if (text === null) {
      services.log.info({ organizationId, envelopeId }, 'a text took too long to read');
      return NO_TEXT;
    }
    const pages = listPagesWithoutText(text);
    if (services.scans === null || pages.length === 0) return { ...text, confidence: {} };
    const languages = await listReadingLanguages(services, graph);
    const document = { preparedPath: path, sha256, pages, languages };
    return addPictures(text, await services.scans.read(requester, document));
  });
}

/** Adds what was read from pictures. Pages without a picture have nothing to add. */
function addPictures(text: SearchText, pages: readonly PageFacts[]): ReadText {
  const pictures = pages.filter(({ scan }) => scan !== undefined);
  const texts = pictures.map(
    ({ number, lines }) => [number, lines.map((line) => line.text).join('\n')] as const,
  );
  const confidence = pictures.map(({ number, scan }) => [number, scan?.confidence ?? 0]);
  return {
    ...addPictureText(text, new Map(texts)),
    confidence: Object.fromEntries(confidence) as PictureConfidence,
  };
}
