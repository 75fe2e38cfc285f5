import { PdfArray, PdfBool, PdfDict, PdfName, PdfNumber, type PdfObject, PdfRef } from '@libpdf/core';
import { getDictEntry, getEntry } from '#server/pdf/engine/objects.ts';
import { writeRevision } from '#server/pdf/normalize/write.ts';
import { mergeOutlines } from './outlines.ts';
import { MergeSource, NUMBERS_APART } from './source.ts';
import { mergeStructures } from './structure.ts';
import { createNumberTree, listNumberEntries } from './trees.ts';

/** A prepared document, and the name of its entry in the outline. */
export type MergedPart = { readonly bytes: Uint8Array; readonly title: string };

export type MergedDocument = {
  readonly bytes: Uint8Array;
  /** The page counts of the parts, in order. */
  readonly pageCounts: readonly number[];
};

/** Settings of the first document that also apply to the merged one. */
const KEPT_ENTRIES = ['PageLayout', 'Lang', 'ViewerPreferences'] as const;

/**
 * Joins prepared documents into one revision, page after page. Every page keeps its own content and resources
 * unchanged. The same parts always result in the same bytes.
 */
export async function mergeDocuments(
  parts: readonly MergedPart[],
  maxPages: number,
): Promise<MergedDocument> {
  const sources: MergeSource[] = [];
  for (const [index, { bytes }] of parts.entries())
    sources.push(await MergeSource.open(bytes, index, maxPages));
  const added = new Map<number, PdfObject>();
  const register = (object: PdfObject): PdfRef => {
    const number = sources.length * NUMBERS_APART + added.size + 1;
    added.set(number, object);
    return PdfRef.of(number);
  };
  const bytes = writeRevision({
    version: sources.some(({ graph }) => graph.version.startsWith('2')) ? '2.0' : '1.7',
    catalog: register(mergeCatalogs(sources, parts, register)),
    info: null,
    resolve: (ref) => {
      const own = added.get(ref.objectNumber);
      return own ?? sources[Math.floor(ref.objectNumber / NUMBERS_APART)]?.resolve(ref) ?? null;
    },
    sanitize: (object) => object,
  });
  return { bytes, pageCounts: sources.map(({ pages }) => pages.length) };
}

function mergeCatalogs(
  sources: readonly MergeSource[],
  parts: readonly MergedPart[],
  register: (object: PdfObject) => PdfRef,
): PdfDict {
  const catalog = PdfDict.of({ Type: PdfName.of('Catalog') });
  const [first] = sources;
  for (const key of KEPT_ENTRIES) {
    const value = first && getEntry(first.graph, first.graph.catalog, key);
    if (first && value !== undefined) catalog.set(key, first.copy(value));
  }
  const structure = mergeStructures(sources, register);
  if (structure) {
    catalog.set('StructTreeRoot', structure.root);
    if (structure.isComplete) catalog.set('MarkInfo', PdfDict.of({ Marked: PdfBool.TRUE }));
  }
  const labels = mergePageLabels(sources, register);
  if (labels) catalog.set('PageLabels', labels);
  const titled = sources.map((source, index) => ({ source, title: parts[index]?.title ?? '' }));
  catalog.set('Outlines', mergeOutlines(titled, register));
  catalog.set('PageMode', PdfName.of('UseOutlines'));
  catalog.set('Pages', mergePages(sources, register));
  return catalog;
}

function mergePages(sources: readonly MergeSource[], register: (object: PdfObject) => PdfRef): PdfRef {
  const tree = PdfDict.of({ Type: PdfName.of('Pages') });
  const treeRef = register(tree);
  const kids = sources.flatMap((source) =>
    source.pages.map((page) => {
      source.change(page, (dict) => dict.set('Parent', treeRef));
      return source.place(page);
    }),
  );
  tree.set('Count', PdfNumber.of(kids.length));
  tree.set('Kids', new PdfArray(kids));
  return treeRef;
}

/**
 * Joins the page labels of documents (ISO 32000-2, 12.4.2). A document without labels counts its pages from
 * 1. Returns null if no document has labels, so that the pages are numbered consecutively.
 */
function mergePageLabels(
  sources: readonly MergeSource[],
  register: (object: PdfObject) => PdfRef,
): PdfRef | null {
  const labels = sources.map((source) =>
    listNumberEntries(source.graph, getDictEntry(source.graph, source.graph.catalog, 'PageLabels')).filter(
      ([page]) => page < source.pages.length,
    ),
  );
  if (labels.every((own) => own.length === 0)) return null;
  let first = 0;
  const entries = sources.flatMap((source, index) => {
    const own = labels[index] ?? [];
    const start = first;
    first += source.pages.length;
    const counted: [number, PdfObject][] =
      own[0]?.[0] === 0 ? [] : [[start, PdfDict.of({ S: PdfName.of('D') })]];
    return [
      ...counted,
      ...own.map(([page, label]): [number, PdfObject] => [start + page, source.copy(label)]),
    ];
  });
  return register(createNumberTree(entries));
}
