import { type Decision, type Patch, type Refuse, refuse } from '../../decision.ts';
import { keepsSignatures } from '../../document/earlier-signatures.ts';
import { LIMITS } from '../../limits.ts';
import {
  findDocument,
  type EnvelopeDocument,
  type EnvelopeField,
  type EnvelopeGraph,
  type EnvelopeFile,
} from '../graph.ts';
import type { AnchorOutcome } from '../../field/anchor.ts';
import { settleWaitingFields } from '../anchored-fields.ts';
import { isFoundField } from '../tagged-fields.ts';
import type { Facts } from '../facts.ts';
import { refuseByStatus } from '../lifecycle.ts';
import { containsPage, placeFiles, listReceivedFiles } from './file.ts';

/**
 * A change to the files of an envelope. Joining files takes time, so `decide` is called later, with the
 * document joined from the same files and, by field ID, the outcomes for fields that still wait for their
 * text.
 */
export type FileChange = {
  readonly kind: 'change';
  readonly files: readonly EnvelopeFile[];
  readonly decide: (whole: EnvelopeDocument, outcomes: ReadonlyMap<string, AnchorOutcome>) => Decision;
};

/** Refuses if the files can't be changed now. */
export function refuseFileChange(graph: EnvelopeGraph): Refuse | null {
  const { envelope } = graph;
  const refusedByStatus = refuseByStatus('change-documents', envelope);
  if (refusedByStatus !== null) return refusedByStatus;
  if (findDocument(graph, 'prepared') !== null) return null;
  const reason = envelope.documentStatus === 'processing' ? 'document_processing' : 'document_missing';
  return refuse('invalid_state', { status: envelope.status, reason });
}

type Joined = {
  readonly files: readonly EnvelopeFile[];
  readonly whole: EnvelopeDocument;
  readonly outcomes: ReadonlyMap<string, AnchorOutcome>;
};

/**
 * Returns the patch for new files: their document, the envelope's details of the first file, and the fields
 * that move with their pages.
 */
export function buildFilesPatch(
  graph: EnvelopeGraph,
  { files, whole, outcomes }: Joined,
  facts: Pick<Facts, 'newId'>,
): Patch {
  const [first] = listReceivedFiles(files);
  if (first === undefined) return {};
  const { original, sourceFormat } = first.content;
  const isChanged = [
    [findDocument(graph, 'original'), original] as const,
    [findDocument(graph, 'prepared'), whole] as const,
  ].flatMap(([before, after]) => (before?.sha256 === after.sha256 ? [] : [after]));
  const moved = moveFields(graph, files);
  const fields = outcomes.size === 0 ? moved : settleWaitingFields(moved, outcomes, facts);
  const isProcessing = files.some(({ status }) => status === 'processing');
  return {
    envelope: {
      originalFilename: first.name,
      sourceFormat,
      contentHash: original.sha256,
      sizeBytes: original.sizeBytes,
      documentStatus: isProcessing ? 'processing' : 'received',
      ...countLostFields(graph, fields),
    },
    files,
    ...(isChanged.length === 0 ? {} : { documents: isChanged }),
    ...(fields === graph.fields ? {} : { fields: { replace: fields } }),
  };
}

/**
 * Moves fields along with their files and drops the fields of removed files. Fields on pages beyond the
 * document stay beyond it.
 */
export function moveFields(
  { fields, files: before }: EnvelopeGraph,
  after: readonly EnvelopeFile[],
): readonly EnvelopeField[] {
  const starts = new Map(placeFiles(after).map(({ id, firstPage }) => [id, firstPage]));
  const old = placeFiles(before);
  const grown = countFilePages(after) - countFilePages(before);
  const moved = fields.flatMap((field) => {
    if (!field.placed) return [field];
    const file = old.find((one) => containsPage(one, field.page));
    if (file?.firstPage == null) return [grown === 0 ? field : { ...field, page: field.page + grown }];
    const start = starts.get(file.id);
    if (start == null) return [];
    return [start === file.firstPage ? field : { ...field, page: field.page - file.firstPage + start }];
  });
  const isSame = moved.length === fields.length && moved.every((field, index) => field === fields[index]);
  return isSame ? fields : moved;
}

/** Counts the pages of all received files. */
function countFilePages(files: readonly EnvelopeFile[]): number {
  return listReceivedFiles(files).reduce((sum, { content }) => sum + (content.prepared.pageCount ?? 0), 0);
}

/** Reduces the field counts of detected parties by the fields that they have lost. */
function countLostFields({ envelope, fields: before }: EnvelopeGraph, after: readonly EnvelopeField[]) {
  if (envelope.detectedParties === null || after.length === before.length) return {};
  const left = new Set(after.map(({ id }) => id));
  const listLost = (index: number) =>
    before.filter((field) => !left.has(field.id) && field.partyIndex === index && isFoundField(field));
  return {
    detectedParties: envelope.detectedParties.map((party) => ({
      ...party,
      fieldCount: Math.max(0, party.fieldCount - listLost(party.index).length),
    })),
  };
}

/** Refuses to add a file if any document has signatures, because joining would break them. */
export function refuseJoining({ envelope, files }: EnvelopeGraph): Refuse | null {
  return listReceivedFiles(files).some(({ content }) => keepsSignatures(content.prepared.notices))
    ? refuse('invalid_state', { status: envelope.status, reason: 'signed_document' })
    : null;
}

/** Refuses to add a file beyond the maximum. */
export function refuseTooMany({ envelope, files }: EnvelopeGraph): Refuse | null {
  return files.length < LIMITS.documentsMax
    ? null
    : refuse('invalid_state', { status: envelope.status, reason: 'too_many_documents' });
}
