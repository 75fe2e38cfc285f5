import type { PDF, PdfDict } from '@libpdf/core';
import { type IntakeReason, PRINT_ANEW } from '#domain/document/intake.ts';
import { countPages } from './count-pages.ts';
import { loadPdf } from './load-pdf.ts';
import { withPlainNames } from './name-bytes.ts';
import { createObjectGraph, type ObjectGraph } from './objects.ts';
import { collectPages, DeepPageTree, hasEveryLeaf } from './page-attributes.ts';
import { rewriteWithPdfium, rewriteWithPdfLib } from './repair.ts';
import { isSound, isWhole } from './soundness.ts';

/** An opened document: its objects, decrypted, and its pages in order. */
export interface OpenedDocument {
  readonly graph: ObjectGraph;
  readonly pages: readonly PdfDict[];
  readonly wasEncrypted: boolean;
  /**
   * Whether libpdf searched for objects because the cross-references were unusable. Some objects may be
   * missing.
   */
  readonly wasSearched: boolean;
}

/** A document that can't be accepted. The message is for the person who uploaded it. */
export class UnreadableDocument extends Error {
  readonly reason: IntakeReason;

  constructor(reason: IntakeReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

/** The engines that read documents, in the order in which they are tried. */
type Engine = 'libpdf' | 'pdf-lib' | 'pdfium';

export interface Reading extends OpenedDocument {
  readonly engine: Engine;
}

/**
 * Opens a document as viewers do, using the first engine that reads it soundly.
 * @throws UnreadableDocument
 */
export async function openDocument(bytes: Uint8Array, maxPages: number): Promise<OpenedDocument> {
  for await (const reading of iterateReadings(bytes, maxPages)) return reading;
  throw createDamagedError();
}

/**
 * Reads a document with one engine after another, on demand: libpdf, then pdf-lib's rewriting, then PDFium's.
 * Skips readings that are incomplete or whose pages differ from those that PDFium sees. Decrypts files that
 * need no password.
 * @throws UnreadableDocument
 */
export async function* iterateReadings(bytes: Uint8Array, maxPages: number): AsyncGenerator<Reading> {
  const shown = await countPages(bytes);
  const first = await read(bytes, maxPages);
  if (shown === 'encrypted') {
    // Some files have only an empty owner password, which nobody has to enter.
    if (!first?.wasEncrypted || first.pages.length === 0) throw createEncryptedError();
    yield { ...requireValidPageCount(first, maxPages), engine: 'libpdf' };
    return;
  }
  // PDFium counts what the page tree says, which may not be what it leads to.
  const agreed =
    first &&
    (first.pages.length === Math.min(shown ?? -1, maxPages + 1)
      ? !first.wasSearched || isWhole(first)
      : shown !== null && !first.wasSearched && hasEveryLeaf(first.graph));
  const sound = agreed && (first.wasEncrypted || isSound(first));
  if (sound) yield { ...requireValidPageCount(first, maxPages), engine: 'libpdf' };

  const again = { wasEncrypted: first?.wasEncrypted ?? false, agreed: Boolean(agreed), maxPages };
  const rewritten = await rewriteWithPdfLib(bytes);
  if (rewritten === 'encrypted' && !sound) throw createEncryptedError();
  const repaired = rewritten !== 'encrypted' && (await readRewriting('pdf-lib', rewritten, again));
  if (repaired) yield repaired;

  // A truncated file that PDFium rejects may still have all its parts.
  const complete = shown === null && first && first.pages.length > 0 && isWhole(first);
  if (first && !sound && (agreed || complete))
    yield { ...requireValidPageCount(first, maxPages), engine: 'libpdf' };

  const copied = await readRewriting('pdfium', await rewriteWithPdfium(bytes), again);
  if (copied) yield copied;
}

/** Reads an engine's rewriting of a document. Returns null if anything is missing from it. */
async function readRewriting(
  engine: Engine,
  copy: Uint8Array | null,
  original: { readonly wasEncrypted: boolean; readonly agreed: boolean; readonly maxPages: number },
): Promise<Reading | null> {
  if (copy === null) return null;
  const { wasEncrypted, agreed, maxPages } = original;
  const shown = await countPages(copy);
  const document = await read(copy, maxPages);
  if (document === null || typeof shown !== 'number') return null;
  const isComplete = document.pages.length === Math.min(shown, maxPages + 1) && isWhole(document);
  // PDFium also copies content that it couldn't decrypt.
  if (!isComplete || ((agreed || engine === 'pdfium') && !isSound(document))) return null;
  return {
    ...requireValidPageCount(document, maxPages),
    wasEncrypted: wasEncrypted || document.wasEncrypted,
    engine,
  };
}

function requireValidPageCount(document: OpenedDocument, maxPages: number): OpenedDocument {
  const count = document.pages.length;
  if (count === 0) throw new UnreadableDocument('no_pages', 'The PDF has no pages. Upload another file.');
  if (count > maxPages)
    throw new UnreadableDocument(
      'too_many_pages',
      `The PDF has more than ${maxPages} pages. Split it into several files.`,
    );
  return document;
}

async function read(bytes: Uint8Array, maxPages: number): Promise<OpenedDocument | null> {
  let pdf: PDF;
  try {
    pdf = await loadPdf(withPlainNames(bytes));
  } catch {
    return null;
  }
  if (pdf.isEncrypted && !pdf.context.info.isAuthenticated) return null;
  // A file whose structure is lost has also lost its encryption dictionary and can't be decrypted.
  if (
    pdf.recoveredViaBruteForce &&
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes('/Encrypt')
  )
    return null;
  const graph = createObjectGraph(pdf);
  return {
    graph,
    pages: requirePages(graph, maxPages),
    wasEncrypted: pdf.isEncrypted,
    wasSearched: pdf.recoveredViaBruteForce,
  };
}

/** Collects one page more than allowed, which reveals that there are too many. */
function requirePages(graph: ObjectGraph, maxPages: number): readonly PdfDict[] {
  try {
    return collectPages(graph, maxPages + 1);
  } catch (error) {
    if (!(error instanceof DeepPageTree)) throw error;
    throw new UnreadableDocument('malformed', `The PDF's pages are nested too deeply. ${PRINT_ANEW}`);
  }
}

export function createDamagedError(): UnreadableDocument {
  return new UnreadableDocument('malformed', `The PDF is damaged and can't be repaired. ${PRINT_ANEW}`);
}

function createEncryptedError(): UnreadableDocument {
  return new UnreadableDocument(
    'encrypted',
    'The PDF is password-protected. Save a copy without the password and upload that.',
  );
}
