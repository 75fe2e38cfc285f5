import {
  resolveAnchorPages,
  buildAnchorRequest,
  type GivenField,
  isAnchored,
  placeAnchoredFields,
  listWaitingFields,
  buildWaitingRequest,
} from '#domain/envelope/anchored-fields.ts';
import type { DocumentNotice } from '#domain/document/notices.ts';
import type { FieldInput } from '#domain/envelope/fields.ts';
import { toFileContent, createReceivedFile } from '#domain/envelope/files/file.ts';
import type { EnvelopeDocument, EnvelopeFile, EnvelopeGraph } from '#domain/envelope/graph.ts';
import type { Received, ReceivedDocument } from '#domain/envelope/upload.ts';
import { describeAnchorProblem, type AnchorOutcome, type AnchorRequest } from '#domain/field/anchor.ts';
import { createInvalidRefusal, createRefusal } from '#domain/errors.ts';
import type { Requester } from '#server/process/requester.ts';
import type { Services } from '#server/runtime/services.ts';
import { withLocalFile } from '#server/storage/local-file.ts';

type Finding = Pick<Services, 'storage' | 'texts'>;

/** A document to search, and the files that it consists of. */
export type Searched = {
  readonly prepared: EnvelopeDocument | null;
  readonly files: readonly EnvelopeFile[];
};

/**
 * Places a request's anchored fields in the prepared document. If there is no document yet, the fields wait.
 * Refuses with `validation_failed` if the document doesn't contain an anchor's text.
 */
export async function placeFields(
  services: Finding,
  organizationId: string,
  { prepared, files }: Searched,
  given: readonly GivenField[],
): Promise<readonly FieldInput[]> {
  const anchored = given.filter(isAnchored);
  const pages = anchored.map(({ anchor }) =>
    prepared === null ? 'awaited' : resolveAnchorPages(anchor, files),
  );
  const requests = anchored.map((field, index) => {
    const within = pages[index];
    return typeof within === 'string' ? null : buildAnchorRequest(field, within);
  });
  const wanted = requests.filter(isWanted);
  const requester = { organizationId, waiting: 'request' } as const;
  const found = prepared === null ? [] : await findAnchors(services, requester, prepared, wanted);
  const next = found.values();
  const outcomes = requests.map((request, index): AnchorOutcome | null => {
    if (request !== null) return next.next().value ?? null;
    return pages[index] === 'missing' ? { kind: 'no_such_document' } : null;
  });
  const { fields, issues } = placeAnchoredFields(given, outcomes);
  if (issues.length > 0) throw createInvalidRefusal(issues);
  return fields;
}

/**
 * Places the fields that were waiting for a document. Anchors that weren't found are listed in the document's
 * notices.
 */
export async function settleWaiting(
  services: Finding,
  waiting: Requester['waiting'],
  graph: EnvelopeGraph,
  document: ReceivedDocument,
): Promise<Received> {
  const prepared = document.files.find(({ variant }) => variant === 'prepared') ?? null;
  const outcomes = await findWaitingOutcomes(services, waiting, graph, {
    prepared,
    files: toEnvelopeFiles(document),
  });
  const items = listWaitingFields(graph).flatMap(({ id, anchor }) => {
    const outcome = outcomes.get(id);
    if (outcome === undefined || outcome.kind === 'found' || anchor.optional === true) return [];
    return [{ text: anchor.text, page: anchor.page ?? null, reason: describeAnchorProblem(outcome) }];
  });
  if (items.length === 0) return { document, outcomes };
  const notice: DocumentNotice = { code: 'anchors_missing', count: items.length, items };
  const files = document.files.map((file) =>
    file === prepared ? { ...file, notices: [...file.notices, notice] } : file,
  );
  return { document: { ...document, files }, outcomes };
}

/**
 * Looks up the outcomes for the envelope's fields that wait for their text, by field ID. Fields that wait for
 * another document keep waiting.
 */
export async function findWaitingOutcomes(
  services: Finding,
  waiting: Requester['waiting'],
  graph: EnvelopeGraph,
  { prepared, files }: Searched,
): Promise<ReadonlyMap<string, AnchorOutcome>> {
  const looked = listWaitingFields(graph).flatMap((field) => {
    const within = resolveAnchorPages(field.anchor, files);
    return typeof within === 'string' ? [] : [{ id: field.id, request: buildWaitingRequest(field, within) }];
  });
  if (looked.length === 0 || prepared === null) return new Map();
  const found = await findAnchors(
    services,
    { organizationId: graph.envelope.organizationId, waiting },
    prepared,
    looked.map(({ request }) => request),
  );
  return new Map(
    looked.flatMap(({ id }, index) => {
      const outcome = found[index];
      return outcome === undefined ? [] : [[id, outcome] as const];
    }),
  );
}

/** Returns the files of an envelope whose document has just been received. */
export function toEnvelopeFiles(document: ReceivedDocument): readonly EnvelopeFile[] {
  const content = toFileContent(document);
  const settings = { trackedChanges: 'accept', textTags: false } as const;
  return content === null ? [] : [createReceivedFile({ id: '', name: '', content }, settings, false)];
}

/** Finds texts in a prepared document. */
export async function findAnchors(
  { storage, texts }: Finding,
  requester: Requester,
  { key, sha256, pageCount }: EnvelopeDocument,
  anchors: readonly AnchorRequest[],
): Promise<readonly AnchorOutcome[]> {
  if (anchors.length === 0) return [];
  const outcomes = await withLocalFile(storage, key, (path) =>
    texts.find(requester, { path, sha256, anchors, pages: pageCount ?? 0 }),
  );
  if (outcomes === null)
    throw createRefusal(
      'document_unreadable',
      { reason: 'too_complex' },
      "The document's text took too long to search.",
    );
  return outcomes;
}

function isWanted(request: AnchorRequest | null): request is AnchorRequest {
  return request !== null;
}
