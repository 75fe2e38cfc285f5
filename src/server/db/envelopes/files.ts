import { and, eq } from 'drizzle-orm';
import type { EnvelopeDocument, EnvelopeFile, FileContent } from '#domain/envelope/graph.ts';
import { createReceivedFile } from '#domain/envelope/files/file.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { insertRows } from '#server/db/client/insert-rows.ts';
import { envelopeFiles } from '#server/db/schema/envelope-files.ts';
import type { templateFiles } from '#server/db/schema/template-files.ts';

const PDF = 'application/pdf';

type Owner = { readonly organizationId: string; readonly envelopeId: string };
type EnvelopeFileRow = Omit<typeof envelopeFiles.$inferSelect, 'envelopeId' | 'organizationId' | 'createdAt'>;
type StoredContent = Omit<
  typeof templateFiles.$inferSelect,
  'templateId' | 'organizationId' | 'createdAt' | 'position'
>;

/** Converts a row to a file of an envelope. */
export function toEnvelopeFile(row: Omit<EnvelopeFileRow, 'position'>): EnvelopeFile {
  const { id, name, status, refusal, trackedChanges, textTags, variableValues, detectionWanted } = row;
  return {
    ...{ id, name, status, refusal, trackedChanges, textTags, variableValues, detectionWanted },
    content: toFileContent(row),
  };
}

/** Converts a row to a file of a template. */
export function toTemplateFile(row: StoredContent): EnvelopeFile[] {
  const content = toFileContent(row);
  return content === null ? [] : [createReceivedFile({ ...row, content }, row, false)];
}

/** Returns the rows for files, in the files' order. */
export function toFileRows(files: readonly EnvelopeFile[]) {
  return files.map(({ id, name, trackedChanges, textTags, content }, position) => ({
    ...{ id, name, trackedChanges, textTags, position },
    sourceFormat: content?.sourceFormat ?? null,
    originalKey: content?.original.key ?? null,
    originalType: content?.original.contentType ?? null,
    originalSha256: content?.original.sha256 ?? null,
    originalBytes: content?.original.sizeBytes ?? null,
    preparedKey: content?.prepared.key ?? null,
    preparedSha256: content?.prepared.sha256 ?? null,
    preparedBytes: content?.prepared.sizeBytes ?? null,
    pageCount: content?.prepared.pageCount ?? null,
    notices: content?.prepared.notices ?? null,
    variables: content?.variables ?? null,
  }));
}

/** Writes an envelope's files. Only what hasn't been detected yet changes in place. */
export function buildEnvelopeFileStatements(
  tx: Transaction,
  { organizationId, envelopeId }: Owner,
  before: readonly EnvelopeFile[],
  after: readonly EnvelopeFile[],
  createdAt: Date,
): PromiseLike<unknown>[] {
  const inEnvelope = and(
    eq(envelopeFiles.organizationId, organizationId),
    eq(envelopeFiles.envelopeId, envelopeId),
  );
  if (isSameExceptDetection(before, after)) {
    const changed = after.filter((file, index) => file.detectionWanted !== before[index]?.detectionWanted);
    return changed.map(({ id, detectionWanted }) =>
      tx
        .update(envelopeFiles)
        .set({ detectionWanted })
        .where(and(inEnvelope, eq(envelopeFiles.id, id))),
    );
  }
  const rows = toFileRows(after).map((row, index) => {
    const {
      status = 'awaited',
      refusal = null,
      variableValues = null,
      detectionWanted = false,
    } = after[index] ?? {};
    return {
      ...row,
      organizationId,
      envelopeId,
      status,
      refusal,
      variableValues,
      detectionWanted,
      createdAt,
    };
  });
  return [
    ...(before.length === 0 ? [] : [tx.delete(envelopeFiles).where(inEnvelope)]),
    ...(rows.length === 0 ? [] : [insertRows(tx, envelopeFiles, rows)]),
  ];
}

/** Checks whether files differ only in what hasn't been detected yet. */
function isSameExceptDetection(before: readonly EnvelopeFile[], after: readonly EnvelopeFile[]): boolean {
  return (
    before.length === after.length &&
    after.every((file, index) => {
      const old = before[index];
      return old?.id === file.id && old.status === file.status && old.trackedChanges === file.trackedChanges;
    })
  );
}

function toFileContent(
  row: Omit<StoredContent, 'id' | 'name' | 'trackedChanges' | 'textTags'>,
): FileContent | null {
  const { sourceFormat, originalKey, originalType, originalSha256, originalBytes } = row;
  const { preparedKey, preparedSha256, preparedBytes, pageCount, notices, variables } = row;
  if (sourceFormat === null || originalKey === null || originalType === null) return null;
  if (originalSha256 === null || originalBytes === null || preparedKey === null) return null;
  if (preparedSha256 === null || preparedBytes === null || notices === null) return null;
  if (variables === null) return null;
  const original: EnvelopeDocument = {
    variant: 'original',
    key: originalKey,
    contentType: originalType,
    sha256: originalSha256,
    sizeBytes: originalBytes,
    pageCount,
    notices: [],
  };
  const prepared: EnvelopeDocument = {
    variant: 'prepared',
    key: preparedKey,
    contentType: PDF,
    sha256: preparedSha256,
    sizeBytes: preparedBytes,
    pageCount,
    notices,
  };
  return { sourceFormat, original, prepared, variables };
}
