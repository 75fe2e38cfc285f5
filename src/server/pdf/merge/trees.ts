import { PdfArray, PdfDict, PdfNumber, PdfString, type PdfObject } from '@libpdf/core';
import { getArrayEntry, follow, listItems, type ObjectGraph } from '#server/pdf/engine/objects.ts';

/** Deeper number and name trees are treated as hostile. */
const MAX_DEPTH = 64;

/** Returns the entries of a number tree (ISO 32000-2, 7.9.7) in the order of their keys. */
export function listNumberEntries(graph: ObjectGraph, tree: PdfDict | undefined): [number, PdfObject][] {
  const found = collectLeaves(graph, tree, 'Nums').flatMap(([key, value]): [number, PdfObject][] =>
    key instanceof PdfNumber && Number.isInteger(key.value) && key.value >= 0 ? [[key.value, value]] : [],
  );
  return [...new Map(found)].sort(([one], [other]) => one - other);
}

/** Returns the entries of a name tree (ISO 32000-2, 7.9.6). Keys are their bytes as Latin-1. */
export function listNameEntries(graph: ObjectGraph, tree: PdfDict | undefined): [string, PdfObject][] {
  return collectLeaves(graph, tree, 'Names').flatMap(([key, value]): [string, PdfObject][] =>
    key instanceof PdfString ? [[toLatin1(key), value]] : [],
  );
}

/** Returns the bytes of a string as Latin-1, which is used to compare strings. */
export function toLatin1({ bytes }: PdfString): string {
  return Buffer.from(bytes).toString('latin1');
}

/** Creates a number tree with a single node. */
export function createNumberTree(entries: readonly (readonly [number, PdfObject])[]): PdfDict {
  return PdfDict.of({ Nums: new PdfArray(entries.flatMap(([key, value]) => [PdfNumber.of(key), value])) });
}

function collectLeaves(
  graph: ObjectGraph,
  tree: PdfDict | undefined,
  key: 'Nums' | 'Names',
): [PdfObject | undefined, PdfObject][] {
  const found: [PdfObject | undefined, PdfObject][] = [];
  const seen = new Set<PdfDict>();
  const walk = (node: PdfObject | undefined, depth: number) => {
    if (!(node instanceof PdfDict) || seen.has(node) || depth > MAX_DEPTH) return;
    seen.add(node);
    const pairs = listItems(getArrayEntry(graph, node, key));
    for (let at = 0; at + 1 < pairs.length; at += 2) {
      const value = pairs[at + 1];
      if (value !== undefined) found.push([follow(graph, pairs[at]), value]);
    }
    for (const kid of listItems(getArrayEntry(graph, node, 'Kids'))) walk(follow(graph, kid), depth + 1);
  };
  walk(tree, 0);
  return found;
}
