import { PdfArray, PdfDict, PdfName, PdfNumber, type PdfObject, type PdfRef } from '@libpdf/core';
import {
  getArrayEntry,
  getDictEntry,
  getEntry,
  follow,
  isTrue,
  listItems,
  getNumberEntry,
} from '#server/pdf/engine/objects.ts';
import type { MergeSource } from './source.ts';
import { listNumberEntries, createNumberTree } from './trees.ts';

/** The tables that a structure tree's root holds by name (ISO 32000-2, table 354). */
const TABLES = ['RoleMap', 'ClassMap'] as const;

/** Entries that the root of a structure tree has but an element doesn't. */
const ROOT_ENTRIES = [
  ...TABLES,
  'IDTree',
  'ParentTree',
  'ParentTreeNextKey',
  'Namespaces',
  'PronunciationLexicon',
];

export type MergedStructure = { readonly root: PdfRef; readonly isComplete: boolean };

/**
 * Joins the structure trees of tagged documents (ISO 32000-2, 14.7). Each document's root becomes an element
 * of the type Document, so everything under it stays unchanged. Returns null if no document is tagged.
 */
export function mergeStructures(
  sources: readonly MergeSource[],
  register: (object: PdfObject) => PdfRef,
): MergedStructure | null {
  const tagged = sources.flatMap((source) => {
    const root = getDictEntry(source.graph, source.graph.catalog, 'StructTreeRoot');
    return root ? [{ source, root }] : [];
  });
  if (tagged.length === 0) return null;
  const merged = PdfDict.of({ Type: PdfName.of('StructTreeRoot') });
  const mergedRef = register(merged);
  const parents: [number, PdfObject][] = [];
  let next = 0;
  for (const { source, root } of tagged) {
    const own = listNumberEntries(source.graph, getDictEntry(source.graph, root, 'ParentTree'));
    const offset = next;
    source.structureOffset = offset;
    for (const [key, value] of own) parents.push([key + offset, source.copy(value)]);
    next += 1 + listPageKeys(source).reduce((most, key) => Math.max(most, key), own.at(-1)?.[0] ?? -1);
  }
  for (const key of TABLES) setTable(merged, key, tagged);
  for (const { source, root } of tagged)
    source.change(root, (dict) => turnIntoDocument(dict, mergedRef, source));
  merged.set('K', new PdfArray(tagged.map(({ source, root }) => source.place(root))));
  merged.set('ParentTree', register(createNumberTree(parents)));
  merged.set('ParentTreeNextKey', PdfNumber.of(next));
  const isComplete = tagged.length === sources.length && tagged.every(({ source }) => isMarked(source));
  return { root: mergedRef, isComplete };
}

function turnIntoDocument(root: PdfDict, parent: PdfRef, { graph }: MergeSource): void {
  for (const key of ROOT_ENTRIES) root.delete(key);
  root.set('Type', PdfName.of('StructElem'));
  root.set('S', PdfName.of('Document'));
  root.set('P', parent);
  const language = getEntry(graph, graph.catalog, 'Lang');
  if (language !== undefined) root.set('Lang', language);
}

/**
 * Joins the tables of one kind. If documents use the same name for different things, the first document's
 * meaning counts.
 */
function setTable(
  merged: PdfDict,
  key: (typeof TABLES)[number],
  tagged: readonly { readonly source: MergeSource; readonly root: PdfDict }[],
): void {
  const table = new PdfDict();
  for (const { source, root } of tagged)
    for (const [name, value] of getDictEntry(source.graph, root, key) ?? [])
      if (!table.has(name)) table.set(name, source.copy(value));
  if (table.size > 0) merged.set(key, table);
}

function listPageKeys({ graph, pages }: MergeSource): number[] {
  return pages.flatMap((page) => {
    const annotations = listItems(getArrayEntry(graph, page, 'Annots')).map((item) => follow(graph, item));
    const keys = annotations.map(
      (one) => one instanceof PdfDict && getNumberEntry(graph, one, 'StructParent'),
    );
    return [getNumberEntry(graph, page, 'StructParents'), ...keys].filter((key) => typeof key === 'number');
  });
}

function isMarked({ graph }: MergeSource): boolean {
  const info = getDictEntry(graph, graph.catalog, 'MarkInfo');
  return info !== undefined && isTrue(graph, info, 'Marked');
}
