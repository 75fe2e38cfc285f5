import { PDF, PdfArray, PdfStream, type PdfDict } from '@libpdf/core';
import type { IntakeReason } from '#domain/document/intake.ts';
import { countPages } from '#server/pdf/intake/count-pages.ts';
import { dictEntry, follow, items, numberEntry, objectGraph, type ObjectGraph } from './objects.ts';
import { collectPages } from './page-attributes.ts';

/** A document that was opened: its objects, decrypted, and its pages in order. */
export interface OpenedDocument {
  readonly graph: ObjectGraph;
  readonly pages: readonly PdfDict[];
  readonly wasEncrypted: boolean;
  /** The file's cross-references were unusable; its objects had to be searched for, and some may be lost. */
  readonly wasSearched: boolean;
}

/** A document cannot be taken in, and why; the message is for the person who sent it. */
export class UnreadableDocument extends Error {
  readonly reason: IntakeReason;

  constructor(reason: IntakeReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

/**
 * Opens a document as viewers do. libpdf reads it; when it fails, or sees other pages than pdf.js, the file is repaired by
 * pdf-lib and read again. What needs no password is decrypted.
 * @throws UnreadableDocument
 */
export async function openDocument(bytes: Uint8Array, maxPages: number): Promise<OpenedDocument> {
  const shown = await countPages(bytes);
  const first = await read(bytes, maxPages);
  if (shown === 'encrypted') {
    // pdf.js does not try an empty owner password; with one no person has to enter any.
    if (first?.wasEncrypted && first.pages.length > 0) return accepted(first, maxPages);
    throw encrypted();
  }
  if (first && first.pages.length === Math.min(shown ?? -1, maxPages + 1)) {
    if (!first.wasSearched || isWhole(first)) return accepted(first, maxPages);
  }

  const repaired = await repair(bytes);
  const repairedShown = repaired && (await countPages(repaired));
  const second = repaired && (await read(repaired, maxPages));
  if (second && second.pages.length === repairedShown && isWhole(second)) {
    const wasEncrypted = second.wasEncrypted || (first?.wasEncrypted ?? false);
    return accepted({ ...second, wasEncrypted }, maxPages);
  }
  // A file without its end, which pdf.js gives up on, may still be there in all its parts.
  if (shown === null && first && first.pages.length > 0 && isWhole(first)) return accepted(first, maxPages);
  throw new UnreadableDocument('malformed', 'The PDF is damaged and cannot be repaired.');
}

/** How many pages the document says that it has. */
function stated({ graph }: OpenedDocument): number {
  const tree = dictEntry(graph, graph.catalog, 'Pages');
  return (tree && numberEntry(graph, tree, 'Count')) ?? 1;
}

/** Whether no page and no page's content is lost: nobody should sign half a document. */
function isWhole(document: OpenedDocument): boolean {
  const { graph, pages } = document;
  if (pages.length < stated(document)) return false;
  return pages.every((page) => {
    const contents = follow(graph, page.get('Contents'));
    const parts = contents instanceof PdfArray ? items(contents) : page.has('Contents') ? [contents] : [];
    return parts.every((part) => follow(graph, part) instanceof PdfStream);
  });
}

function accepted(document: OpenedDocument, maxPages: number): OpenedDocument {
  const count = document.pages.length;
  if (count === 0) throw new UnreadableDocument('no_pages', 'The PDF has no pages.');
  if (count > maxPages)
    throw new UnreadableDocument('too_many_pages', `The PDF has more than ${maxPages} pages.`);
  return document;
}

async function read(bytes: Uint8Array, maxPages: number): Promise<OpenedDocument | null> {
  let pdf: PDF;
  try {
    pdf = await PDF.load(bytes);
  } catch {
    return null;
  }
  if (pdf.isEncrypted && !pdf.context.info.isAuthenticated) return null;
  // A file whose structure had to be searched for has lost its encryption dictionary, and with it the meaning of its bytes.
  if (
    pdf.recoveredViaBruteForce &&
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes('/Encrypt')
  )
    return null;
  const graph = objectGraph(pdf);
  return {
    graph,
    pages: collectPages(graph, maxPages + 1),
    wasEncrypted: pdf.isEncrypted,
    wasSearched: pdf.recoveredViaBruteForce,
  };
}

/** What pdf-lib makes of a damaged or oddly encrypted file; null when it cannot read it either. */
async function repair(bytes: Uint8Array): Promise<Uint8Array | null> {
  const { PDFDocument } = await import('pdf-lib');
  try {
    const document = await PDFDocument.load(bytes, { password: '', updateMetadata: false });
    return await document.save({
      addDefaultPage: false,
      updateFieldAppearances: false,
      useObjectStreams: false,
    });
  } catch (error) {
    if (error instanceof Error && /encrypt|password/i.test(error.message)) throw encrypted();
    return null;
  }
}

function encrypted(): UnreadableDocument {
  return new UnreadableDocument('encrypted', 'The PDF can only be opened with a password.');
}
