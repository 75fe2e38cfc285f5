import { PdfArray, PdfDict, PdfNumber, PdfString, type PdfObject } from '@libpdf/core';
import { arrayEntry, follow, items, type ObjectGraph } from '#server/pdf/engine/objects.ts';

/** Deeper trees are treated as hostile. */
const MAX_DEPTH = 64;

/** Returns the entries of a number tree (ISO 32000-2, 7.9.7) in the order of their keys. */
export function numberEntries(graph: ObjectGraph, tree: PdfDict | undefined): [number, PdfObject][] {
  const found = leaves(graph, tree, 'Nums').flatMap(([key, value]): [number, PdfObject][] =>
    key instanceof PdfNumber && Number.isInteger(key.value) && key.value >= 0 ? [[key.value, value]] : [],
  );
  return [...new Map(found)].sort(([one], [other]) => one - other);
}

/** Returns the entries of a name tree (ISO 32000-2, 7.9.6). Keys are their bytes as Latin-1. */
export function nameEntries(graph: ObjectGraph, tree: PdfDict | undefined): [string, PdfObject][] {
  return leaves(graph, tree, 'Names').flatMap(([key, value]): [string, PdfObject][] =>
    key instanceof PdfString ? [[bytesText(key), value]] : [],
  );
}

/** Returns the bytes of a string as Latin-1, to compare strings by. */
export function bytesText({ bytes }: PdfString): string {
  return Buffer.from(bytes).toString('latin1');
}

/** Makes a number tree of one node. */
export function numberTree(entries: readonly (readonly [number, PdfObject])[]): PdfDict {
  return PdfDict.of({ Nums: new PdfArray(entries.flatMap(([key, value]) => [PdfNumber.of(key), value])) });
}

function leaves(
  graph: ObjectGraph,
  tree: PdfDict | undefined,
  key: 'Nums' | 'Names',
): [PdfObject | undefined, PdfObject][] {
  const found: [PdfObject | undefined, PdfObject][] = [];
  const seen = new Set<PdfDict>();
  const walk = (node: PdfObject | undefined, depth: number) => {
    if (!(node instanceof PdfDict) || seen.has(node) || depth > MAX_DEPTH) return;
    seen.add(node);
    const pairs = items(arrayEntry(graph, node, key));
    for (let at = 0; at + 1 < pairs.length; at += 2) {
      const value = pairs[at + 1];
      if (value !== undefined) found.push([follow(graph, pairs[at]), value]);
    }
    for (const kid of items(arrayEntry(graph, node, 'Kids'))) walk(follow(graph, kid), depth + 1);
  };
  walk(tree, 0);
  return found;
}
