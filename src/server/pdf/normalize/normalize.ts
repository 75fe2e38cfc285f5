import {
  PdfArray,
  PdfDict,
  PdfName,
  PdfNumber,
  PdfStream,
  PdfString,
  type PdfObject,
  type PdfRef,
} from '@libpdf/core';
import type { DocumentFormField, PageSize } from '#domain/document/intake.ts';
import { NoticeList, type DocumentNotice } from '#domain/document/notices.ts';
import { flattenAnnotations, noteActions, type FlatPage } from './annotations.ts';
import { readFormStyle } from './appearance/form-style.ts';
import { createSanitizer } from './sanitize.ts';
import { rewriteContents } from './content/page-contents.ts';
import { isSigned } from './fields.ts';
import { listHiddenNames, readLayers, type Layers } from './layers.ts';
import {
  getDictEntry,
  getEntry,
  follow,
  isTrue,
  listItems,
  getNameEntry,
  type ObjectGraph,
} from '#server/pdf/engine/objects.ts';
import { tidyPage } from '#server/pdf/engine/page-attributes.ts';
import { writeRevision } from './write.ts';

export interface NormalizedDocument {
  readonly bytes: Uint8Array;
  readonly pages: readonly PageSize[];
  readonly notices: readonly DocumentNotice[];
  readonly formFields: readonly DocumentFormField[];
}

/**
 * Catalog entries to keep (ISO 32000-2, table 29). They say how to read and show the pages; entries that
 * trigger actions are dropped.
 */
const CATALOG_ENTRIES = [
  ...['Dests', 'Outlines', 'PageLabels', 'PageLayout', 'Lang', 'MarkInfo', 'StructTreeRoot', 'Metadata'],
  ...['OutputIntents', 'ViewerPreferences'],
];

const PAGE_MODES = new Set(['UseNone', 'UseOutlines', 'UseThumbs']);

/** Matches a claim of PDF/X, which content drawn later wouldn't satisfy. */
const DROPPED_INFO = /^GTS_PDFX/;

/** Thrown for a signed document: rewriting it would break the signature. */
export class AlreadySigned extends Error {}

/**
 * Thrown for a form that only Adobe software can lay out. Its PDF pages contain only a message that says so.
 */
export class DynamicForm extends Error {}

/**
 * Rewrites a document as one revision that looks the same and can't do anything: removes scripts, actions,
 * attachments, XFA and hidden layers, and turns form fields and annotations into page content. Modifies the
 * given object graph.
 * @throws AlreadySigned, DynamicForm, ContentTooLarge
 */
export async function normalizeDocument(
  graph: ObjectGraph,
  pages: readonly PdfDict[],
): Promise<NormalizedDocument> {
  if (isSigned(graph)) throw new AlreadySigned('the document is signed');
  if (isDynamicForm(graph)) throw new DynamicForm('the document is a dynamic XFA form');
  const notices = new NoticeList();
  const layers = readLayers(graph);
  noteCatalog(graph, layers, notices);

  const scope = { graph, layers, notices, style: readFormStyle(graph) };
  const flat = pages.map((page, index) => flattenAnnotations(scope, page, index + 1));
  if (flat.some((page) => page.signed)) throw new AlreadySigned('the document is signed');
  for (const page of pages) noteActions(scope, page);

  await scope.style.scripts.finish();
  const sizes = pages.map((page) => tidyPage(graph, page));
  const pageHiddenNames = new Set<string>();
  const save = graph.register(PdfStream.fromDict({}, Buffer.from('q\n')));
  const restore = graph.register(PdfStream.fromDict({}, Buffer.from('\nQ\n')));
  pages.forEach((page, index) => {
    const names = layers.someHidden
      ? listHiddenNames(graph, layers, getDictEntry(graph, page, 'Resources'))
      : new Set<string>();
    for (const name of names) pageHiddenNames.add(name);
    rewriteContents(graph, page, { names, save, restore, drawn: flat[index]?.drawn ?? [] });
    placeLinks(graph, page, flat[index]);
  });

  const links = new Set(flat.flatMap((page) => page.links));
  const catalog = rebuildCatalog(graph, pages);
  const bytes = writeRevision({
    version: graph.version.startsWith('2') ? '2.0' : '1.7',
    catalog,
    info: rebuildInfo(graph),
    resolve: graph.resolve,
    sanitize: createSanitizer({ graph, layers, pages: new Set(pages), links, pageHiddenNames, notices }),
  });
  return {
    bytes,
    pages: sizes,
    notices: notices.list(),
    formFields: flat.flatMap((page) => page.fields),
  };
}

/**
 * Describes a document that can't be rewritten: notes what normalizing would remove, and returns its form
 * fields. Modifies the given object graph.
 */
export function describeContents(
  graph: ObjectGraph,
  pages: readonly PdfDict[],
  notices: NoticeList,
): DocumentFormField[] {
  const layers = readLayers(graph);
  noteCatalog(graph, layers, notices);
  const scope = { graph, layers, notices, style: readFormStyle(graph) };
  for (const page of pages) noteActions(scope, page);
  return pages.flatMap((page, index) => flattenAnnotations(scope, page, index + 1).fields);
}

/**
 * Checks for an XFA form whose pages are laid out when it is opened (ISO 32000-1, 12.7.8.1; FPDF_GetFormType
 * 2).
 */
function isDynamicForm(graph: ObjectGraph): boolean {
  const form = getDictEntry(graph, graph.catalog, 'AcroForm');
  return form !== undefined && form.has('XFA') && isTrue(graph, graph.catalog, 'NeedsRendering');
}

/** Notes what is lost when the catalog's other entries are removed. */
function noteCatalog(graph: ObjectGraph, layers: Layers, notices: NoticeList): void {
  const { catalog } = graph;
  const names = getDictEntry(graph, catalog, 'Names');
  if (names && getEntry(graph, names, 'JavaScript')) notices.add('javascript');
  noteFiles(graph, names && getEntry(graph, names, 'EmbeddedFiles'), notices);
  noteFiles(graph, getEntry(graph, catalog, 'AF'), notices);
  const open = getDictEntry(graph, catalog, 'OpenAction');
  if (open) {
    notices.add('actions');
    if (open.has('JS')) notices.add('javascript');
  }
  if (getDictEntry(graph, catalog, 'AA')) notices.add('actions');
  noteActions({ graph, notices }, catalog);
  const form = getDictEntry(graph, catalog, 'AcroForm');
  if (form && getEntry(graph, form, 'XFA')) notices.add('xfa');
  if (getEntry(graph, catalog, 'Collection')) notices.add('portfolio');
  if (layers.present) notices.add('layers');
  for (const layer of layers.all) notices.add('layers', layer);
  for (const layer of layers.hidden) notices.add('hidden_layers', layer);
}

/** Notes the files that an array or name tree attaches (ISO 32000-2, 7.9.6). */
function noteFiles(graph: ObjectGraph, files: PdfObject | undefined, notices: NoticeList): void {
  const seen = new Set<PdfObject>();
  const pending = [files];
  if (files !== undefined) notices.add('embedded_files');
  while (pending.length > 0) {
    const object = follow(graph, pending.pop());
    if (object === undefined || seen.has(object)) continue;
    seen.add(object);
    if (object instanceof PdfArray) pending.push(...listItems(object));
    else if (object instanceof PdfDict && object.has('EF')) notices.add('embedded_files', object);
    else if (object instanceof PdfDict) pending.push(object.get('Names'), object.get('Kids'));
  }
}

function placeLinks(graph: ObjectGraph, page: PdfDict, flat: FlatPage | undefined): void {
  page.delete('Annots');
  if (flat && flat.links.length > 0)
    page.set('Annots', new PdfArray(flat.links.map((link) => graph.register(link))));
}

/** Creates the new catalog with a flat page tree. */
function rebuildCatalog(graph: ObjectGraph, pages: readonly PdfDict[]): PdfRef {
  const { catalog } = graph;
  const rebuilt = PdfDict.of({ Type: PdfName.of('Catalog') });
  for (const key of CATALOG_ENTRIES) {
    const value = catalog.get(key);
    if (value !== undefined && follow(graph, value) !== undefined) rebuilt.set(key, value);
  }
  const mode = getNameEntry(graph, catalog, 'PageMode');
  if (mode && PAGE_MODES.has(mode)) rebuilt.set('PageMode', PdfName.of(mode));
  const names = getDictEntry(graph, catalog, 'Names');
  const destinations = names?.get('Dests');
  if (destinations) rebuilt.set('Names', PdfDict.of({ Dests: destinations }));

  const tree = PdfDict.of({ Type: PdfName.of('Pages'), Count: PdfNumber.of(pages.length) });
  const treeRef = graph.register(tree);
  const kids = pages.map((page) => {
    page.set('Parent', treeRef);
    return graph.referenceOf(page);
  });
  tree.set('Kids', new PdfArray(kids));
  rebuilt.set('Pages', treeRef);
  return graph.register(rebuilt);
}

/** Keeps the document's own metadata: its text entries and whether it is trapped (ISO 32000-2, 14.3.3). */
function rebuildInfo(graph: ObjectGraph): PdfRef | null {
  if (!graph.info) return null;
  const info = new PdfDict();
  for (const [key] of graph.info) {
    const value = getEntry(graph, graph.info, key.value);
    const isKept = value instanceof PdfString || value instanceof PdfName;
    if (isKept && !DROPPED_INFO.test(key.value)) info.set(key.value, value);
  }
  return info.size > 0 ? graph.register(info) : null;
}
