import { PDF, PdfArray, PdfStream, type PdfDict, type PdfObject } from '@libpdf/core';
import type { IntakeReason } from '#domain/document/intake.ts';
import { countPages } from './count-pages.ts';
import { ContentTooLarge, decodedStream } from './decode-stream.ts';
import {
  dictEntry,
  follow,
  items,
  nameEntry,
  numberEntry,
  objectGraph,
  type ObjectGraph,
} from './objects.ts';
import { collectPages } from './page-attributes.ts';

/** An opened document: its objects, decrypted, and its pages in order. */
export interface OpenedDocument {
  readonly graph: ObjectGraph;
  readonly pages: readonly PdfDict[];
  readonly wasEncrypted: boolean;
  /** The cross-references were unusable, so libpdf searched for objects. Some may be missing. */
  readonly wasSearched: boolean;
}

/** A document that can't be accepted. The message is for the person who uploaded it. */
export class UnreadableDocument extends Error {
  readonly reason: IntakeReason;

  constructor(reason: IntakeReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

/**
 * Opens a document the way viewers do. If libpdf can't read it, or sees other pages than PDFium does, pdf-lib repairs
 * the file first. Decrypts what needs no password.
 * @throws UnreadableDocument
 */
export async function openDocument(bytes: Uint8Array, maxPages: number): Promise<OpenedDocument> {
  const shown = await countPages(bytes);
  const first = await read(bytes, maxPages);
  if (shown === 'encrypted') {
    // Some files need only an empty owner password, which nobody has to enter.
    if (first?.wasEncrypted && first.pages.length > 0) return accepted(first, maxPages);
    throw encrypted();
  }
  const agreed =
    first &&
    first.pages.length === Math.min(shown ?? -1, maxPages + 1) &&
    (!first.wasSearched || isWhole(first));
  if (agreed && (first.wasEncrypted || isSound(first))) return accepted(first, maxPages);

  const repaired = await repair(bytes);
  const repairedShown = repaired && (await countPages(repaired));
  const second = repaired && (await read(repaired, maxPages));
  if (second && second.pages.length === repairedShown && isWhole(second) && (!agreed || isSound(second))) {
    const wasEncrypted = second.wasEncrypted || (first?.wasEncrypted ?? false);
    return accepted({ ...second, wasEncrypted }, maxPages);
  }
  if (agreed) return accepted(first, maxPages);
  // A truncated file that PDFium rejects may still have all its parts.
  if (shown === null && first && first.pages.length > 0 && isWhole(first)) return accepted(first, maxPages);
  throw new UnreadableDocument('malformed', "The PDF is damaged and can't be repaired.");
}

/** Returns how many pages the document claims to have. */
function stated({ graph }: OpenedDocument): number {
  const tree = dictEntry(graph, graph.catalog, 'Pages');
  return (tree && numberEntry(graph, tree, 'Count')) ?? 1;
}

/** Checks that no page and no page content is missing: nobody should sign half a document. */
function isWhole(document: OpenedDocument): boolean {
  const { graph, pages } = document;
  if (pages.length < stated(document)) return false;
  return pages.every((page) => contentParts(graph, page).every((part) => part instanceof PdfStream));
}

function contentParts(graph: ObjectGraph, page: PdfDict): (PdfObject | undefined)[] {
  const contents = follow(graph, page.get('Contents'));
  if (contents instanceof PdfArray) return items(contents).map((part) => follow(graph, part));
  return page.has('Contents') ? [contents] : [];
}

/** Streams shorter than this may unpack to nothing. */
const FEW_BYTES = 16;

/**
 * Checks that libpdf found the pages and their content: it may return another object's dictionary for a page, and
 * nothing for a stream whose keyword is followed by a space.
 */
function isSound({ graph, pages }: OpenedDocument): boolean {
  return pages.every((page) => {
    const isPage = nameEntry(graph, page, 'Type') === 'Page' || page.has('Contents') || page.has('Parent');
    return isPage && contentParts(graph, page).every((part) => unpacks(graph, part));
  });
}

function unpacks(graph: ObjectGraph, stream: PdfObject | undefined): boolean {
  if (!(stream instanceof PdfStream) || stream.data.length < FEW_BYTES) return true;
  try {
    return decodedStream(graph, stream).length > 0;
  } catch (error) {
    // Normalizing refuses it, with the right reason.
    return error instanceof ContentTooLarge;
  }
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
  // Without its structure, the file has lost its encryption dictionary and can't be decrypted.
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

/** Rewrites a damaged or oddly encrypted file with pdf-lib; null if pdf-lib can't read it either. */
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
  return new UnreadableDocument('encrypted', 'The PDF is password-protected.');
}
