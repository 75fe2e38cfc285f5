import { readFile, writeFile } from 'node:fs/promises';
import type { MergeResult } from '#domain/document/intake.ts';
import { createInkGate } from '#server/pdf/ink/lost-ink.ts';
import { mergeDocuments, type MergedDocument, type MergedPart } from '#server/pdf/merge/merge-documents.ts';
import { checkWritten } from './check-written.ts';
import { computeSha256Hex } from '#server/crypto/hash.ts';

export interface MergeRequest {
  readonly targetPath: string;
  readonly parts: readonly { readonly path: string; readonly title: string }[];
  readonly maxBytes: number;
  readonly maxPages: number;
}

/** The outcome, and information for operators about what was wrong. */
export interface MergeOutcome {
  readonly result: MergeResult;
  readonly fault: string | null;
}

/**
 * Joins prepared documents, checks that every page still looks the same, and writes the result to its path.
 * @throws if a file can't be read or written, or if a page would look different, which would be a bug
 */
export async function mergeIntoPlace(request: MergeRequest): Promise<MergeOutcome> {
  const { maxBytes, maxPages } = request;
  const parts: MergedPart[] = [];
  for (const { path, title } of request.parts) parts.push({ bytes: await readFile(path), title });
  const merged = await mergeDocuments(parts, maxPages);
  const pageCount = merged.pageCounts.reduce((sum, count) => sum + count, 0);
  if (pageCount > maxPages) return { result: { ok: false, reason: 'too_many_pages' }, fault: null };
  if (merged.bytes.length > maxBytes) return { result: { ok: false, reason: 'too_large' }, fault: null };
  await checkWritten(merged.bytes, pageCount);
  const unseen = await compareInk(parts, merged, pageCount);
  await writeFile(request.targetPath, merged.bytes);
  const { bytes } = merged;
  const result = { ok: true, sha256: computeSha256Hex(bytes), sizeBytes: bytes.length, pageCount } as const;
  return { result, fault: unseen > 0 ? `ink of ${unseen} merged pages not compared` : null };
}

/** Returns how many pages couldn't be compared. */
async function compareInk(
  parts: readonly MergedPart[],
  { bytes, pageCounts }: MergedDocument,
  of: number,
): Promise<number> {
  let pagesBefore = 0;
  let unseenPages = 0;
  for (const [index, part] of parts.entries()) {
    const pageCount = pageCounts[index] ?? 0;
    const { lost, unseen } = await createInkGate(part.bytes).compare(bytes, pageCount, { pagesBefore, of });
    if (lost.length > 0) throw new Error(`document ${index + 1} lost ink on page ${lost.join(', ')}`);
    unseenPages += unseen.length;
    pagesBefore += pageCount;
  }
  return unseenPages;
}
