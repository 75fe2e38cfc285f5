import { createHash } from 'node:crypto';
import { open, readFile, rename, stat } from 'node:fs/promises';
import type { IntakeResult } from '#domain/document/intake.ts';
import { sniffFormat } from '#domain/document/sniff.ts';
import { ContentTooLarge } from '#server/pdf/engine/decode-stream.ts';
import {
  AlreadySigned,
  normaliseDocument,
  type NormalisedDocument,
} from '#server/pdf/normalize/normalize.ts';
import { openDocument, UnreadableDocument } from '#server/pdf/engine/open.ts';
import { countPages } from './count-pages.ts';
import { PDF } from '@libpdf/core';

/** One document to take in. */
export interface ReadRequest {
  readonly sourcePath: string;
  readonly targetPath: string;
  /** Where the bytes are written before they are renamed to `targetPath`; in the same directory. */
  readonly partPath: string;
  readonly maxBytes: number;
  readonly maxPages: number;
}

/** The outcome, and what exactly went wrong with a malformed document, for whoever looks after the service. */
export interface ReadOutcome {
  readonly result: IntakeResult;
  readonly fault: string | null;
}

/**
 * Takes in one PDF: reads it, normalises it, checks the outcome with both readers, and puts it at its place in one step.
 * @throws when a file cannot be read or written; what is wrong with the document comes back as a refusal.
 */
export async function readIntoPlace(request: ReadRequest): Promise<ReadOutcome> {
  const { size } = await stat(request.sourcePath);
  if (size > request.maxBytes) {
    const message = `The document is larger than ${Math.floor(request.maxBytes / 1024 / 1024)} MiB.`;
    return { result: { ok: false, reason: 'too_large', message }, fault: null };
  }
  const source = await readFile(request.sourcePath);
  const outcome = await normalised(source, request.maxPages);
  if ('result' in outcome) return outcome;
  await writeIntoPlace(outcome.bytes, request);
  const result: IntakeResult = {
    ok: true,
    sha256: sha256(outcome.bytes),
    sizeBytes: outcome.bytes.length,
    pages: outcome.pages,
    removed: outcome.removed,
    formFields: outcome.formFields,
    sourceSha256: sha256(source),
    sourceSizeBytes: source.length,
  };
  return { result, fault: null };
}

async function normalised(source: Uint8Array, maxPages: number): Promise<NormalisedDocument | ReadOutcome> {
  try {
    if (sniffFormat(source) !== 'pdf')
      throw new UnreadableDocument('not_pdf_or_docx', 'The document is neither a PDF nor a DOCX file.');
    const { graph, pages, wasEncrypted } = await openDocument(source, maxPages);
    const document = await normaliseDocument(graph, pages);
    await check(document.bytes, pages.length);
    return wasEncrypted ? { ...document, removed: ['encryption', ...document.removed] } : document;
  } catch (error) {
    const result = refusalOf(error);
    const isUnexpected = !result.ok && result.reason === 'malformed' && error instanceof Error;
    return { result, fault: isUnexpected ? (error.stack ?? error.message) : null };
  }
}

/** The written file must be what everything later relies on: readable by both readers, and ready for an increment. */
async function check(bytes: Uint8Array, pageCount: number): Promise<void> {
  const pdf = await PDF.load(bytes);
  const sound = pdf.canSaveIncrementally() === null && pdf.getPageCount() === pageCount;
  if (!sound || (await countPages(bytes)) !== pageCount)
    throw new UnreadableDocument('malformed', 'The PDF is damaged and cannot be repaired.');
}

function refusalOf(error: unknown): IntakeResult {
  if (error instanceof UnreadableDocument) return { ok: false, reason: error.reason, message: error.message };
  if (error instanceof AlreadySigned)
    return { ok: false, reason: 'already_signed', message: 'The PDF already bears a digital signature.' };
  if (error instanceof ContentTooLarge)
    return { ok: false, reason: 'too_complex', message: 'The PDF is too complex to be processed.' };
  // Parsers throw errors of every kind on hostile input: whatever it is, the document cannot be used.
  return { ok: false, reason: 'malformed', message: 'The PDF is damaged and cannot be read.' };
}

async function writeIntoPlace(bytes: Uint8Array, { partPath, targetPath }: ReadRequest): Promise<void> {
  const file = await open(partPath, 'w');
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(partPath, targetPath);
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
