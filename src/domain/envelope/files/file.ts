import { NOTICE_CODES, type DocumentNotice } from '../../document/notices.ts';
import type { ListedFile } from '../../event/catalogue.ts';
import type { Facts } from '../facts.ts';
import type { EnvelopeDocument, EnvelopeFile, EnvelopeGraph, FileContent, Preparation } from '../graph.ts';
import type { SourceFormat } from '../status.ts';
import type { Variable } from '../../variables/variable.ts';

/** A file whose pages are part of the document. */
export type ReceivedFile = EnvelopeFile & { readonly content: FileContent };

/**
 * A file and the position of its pages in the document, counted from 1. The position is null until the file
 * has been received.
 */
export type PlacedFile = EnvelopeFile & {
  readonly firstPage: number | null;
  readonly pageCount: number | null;
};

/** Returns a file that has been received. */
export function createReceivedFile(
  { id, name, content }: Pick<ReceivedFile, 'id' | 'name' | 'content'>,
  { trackedChanges, textTags }: Omit<Preparation, 'variableValues'>,
  detectionWanted: boolean,
): ReceivedFile {
  return {
    ...{ id, name, content, trackedChanges, textTags, detectionWanted },
    status: 'received',
    refusal: null,
    variableValues: null,
  };
}

/** Returns the content that the stored files make up, or null unless both exist. */
export function toFileContent({
  sourceFormat,
  files,
  variables,
}: {
  readonly sourceFormat: SourceFormat;
  readonly files: readonly EnvelopeDocument[];
  readonly variables: readonly Variable[];
}): FileContent | null {
  const original = files.find(({ variant }) => variant === 'original');
  const prepared = files.find(({ variant }) => variant === 'prepared');
  if (original === undefined || prepared === undefined) return null;
  return { sourceFormat, original, prepared, variables };
}

/** Returns the received files for a new envelope or template, with the same stored bytes. */
export function copyFiles(files: readonly EnvelopeFile[], facts: Pick<Facts, 'newId'>): ReceivedFile[] {
  return listReceivedFiles(files).map((file) =>
    createReceivedFile({ ...file, id: facts.newId('document') }, file, false),
  );
}

/** Returns the files whose pages are part of the document, in order. */
export function listReceivedFiles(files: readonly EnvelopeFile[]): ReceivedFile[] {
  return files.filter((file): file is ReceivedFile => file.content !== null);
}

/** Returns the files with their places in the document. */
export function placeFiles(files: readonly EnvelopeFile[]): PlacedFile[] {
  let next = 1;
  return files.map((file) => {
    const pageCount = file.content?.prepared.pageCount ?? null;
    const firstPage = pageCount === null ? null : next;
    next += pageCount ?? 0;
    return { ...file, firstPage, pageCount };
  });
}

/** Checks whether a page of the document belongs to a file. */
export function containsPage({ firstPage, pageCount }: PlacedFile, page: number): boolean {
  return firstPage !== null && pageCount !== null && page >= firstPage && page < firstPage + pageCount;
}

/**
 * Returns the list of files for events if a document consists of several, and nothing if it consists of one.
 */
export function toListedFiles(files: readonly EnvelopeFile[]): { readonly documents?: ListedFile[] } {
  const received = listReceivedFiles(files);
  if (received.length < 2) return {};
  const placed = placeFiles(received);
  return {
    documents: received.map(({ id, name, content }, index) => ({
      documentId: id,
      name,
      contentHash: content.original.sha256,
      firstPage: placed[index]?.firstPage ?? 1,
      pageCount: placed[index]?.pageCount ?? 0,
    })),
  };
}

/** Returns the notices of all the files together. */
export function joinNotices(files: readonly ReceivedFile[]): DocumentNotice[] {
  const all = files.flatMap(({ content }) => content.prepared.notices);
  return NOTICE_CODES.flatMap((code) => {
    const own = all.filter((notice) => notice.code === code);
    const count = own.reduce((sum, notice) => sum + (notice.count ?? 0), 0);
    const items = own.flatMap((notice) => notice.items ?? []);
    if (own.length === 0) return [];
    return [{ code, count: count === 0 ? null : count, ...(items.length === 0 ? {} : { items }) }];
  });
}

/** Checks whether two lists consist of the same files in the same state and order. */
export function areSameFiles(one: readonly EnvelopeFile[], other: readonly EnvelopeFile[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ id, status }, index) => id === other[index]?.id && status === other[index]?.status)
  );
}

/** Returns a file of an envelope, or null. */
export function findFile({ files }: Pick<EnvelopeGraph, 'files'>, id: string): EnvelopeFile | null {
  return files.find((file) => file.id === id) ?? null;
}
