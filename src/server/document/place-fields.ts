import {
  anchorRequest,
  type GivenField,
  isAnchored,
  placedFields,
  waitingFields,
  waitingRequest,
} from '#domain/envelope/anchored-fields.ts';
import type { DocumentNotice } from '#domain/document/notices.ts';
import type { FieldInput } from '#domain/envelope/draft-fields.ts';
import type { EnvelopeDocument, EnvelopeGraph } from '#domain/envelope/graph.ts';
import type { Received, ReceivedDocument } from '#domain/envelope/upload.ts';
import { anchorMessage, type AnchorOutcome, type AnchorRequest } from '#domain/field/anchor.ts';
import { invalid, refusal } from '#domain/errors.ts';
import type { Services } from '#server/app/services.ts';
import { withLocalFile } from '#server/storage/local-file.ts';

type Finding = Pick<Services, 'storage' | 'texts'>;

/**
 * Gives the anchored ones among a request's fields their places in the prepared document; they wait if there is none
 * yet. Refuses with `validation_failed` if a text isn't in it.
 */
export async function placeFields(
  services: Finding,
  prepared: EnvelopeDocument | null,
  given: readonly GivenField[],
): Promise<readonly FieldInput[]> {
  const requests = given.filter(isAnchored).map(anchorRequest);
  const outcomes = prepared === null ? null : await findAnchors(services, prepared, requests);
  const { fields, issues } = placedFields(given, outcomes);
  if (issues.length > 0) throw invalid(issues);
  return fields;
}

/** Finds the places of the fields that have waited for a document. Its notices name those that have none. */
export async function settleWaiting(
  services: Finding,
  graph: EnvelopeGraph,
  document: ReceivedDocument,
): Promise<Received> {
  const waiting = waitingFields(graph);
  const prepared = document.files.find(({ variant }) => variant === 'prepared');
  if (waiting.length === 0 || prepared === undefined) return { document, outcomes: new Map() };
  const found = await findAnchors(services, prepared, waiting.map(waitingRequest));
  const outcomes = new Map(
    waiting.flatMap(({ id }, index) => {
      const outcome = found[index];
      return outcome === undefined ? [] : [[id, outcome] as const];
    }),
  );
  const items = waiting.flatMap(({ id, anchor }) => {
    const outcome = outcomes.get(id);
    if (outcome === undefined || outcome.kind === 'found' || anchor.optional === true) return [];
    return [{ text: anchor.text, page: anchor.page ?? null, reason: anchorMessage(outcome) }];
  });
  if (items.length === 0) return { document, outcomes };
  const notice: DocumentNotice = { code: 'anchors_missing', count: items.length, items };
  const files = document.files.map((file) =>
    file === prepared ? { ...file, notices: [...file.notices, notice] } : file,
  );
  return { document: { ...document, files }, outcomes };
}

async function findAnchors(
  { storage, texts }: Finding,
  { key, sha256, pageCount }: EnvelopeDocument,
  anchors: readonly AnchorRequest[],
): Promise<readonly AnchorOutcome[]> {
  if (anchors.length === 0) return [];
  const outcomes = await withLocalFile(storage, key, (path) =>
    texts.find({ path, sha256, anchors, pages: pageCount ?? 0 }),
  );
  if (outcomes === null)
    throw refusal(
      'document_unreadable',
      { reason: 'too_complex' },
      "The document's text took too long to search.",
    );
  return outcomes;
}
