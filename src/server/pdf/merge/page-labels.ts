import { PdfDict, PdfName, type PdfObject, type PdfRef } from '@libpdf/core';
import { getDictEntry } from '#server/pdf/engine/objects.ts';
import type { MergeSource } from './source.ts';
import { listNumberEntries, createNumberTree } from './trees.ts';

/**
 * Joins the page labels of documents (ISO 32000-2, 12.4.2). A document without labels counts its pages from
 * 1. Returns null if no document has labels, so that the pages are numbered consecutively.
 */
export function mergePageLabels(
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
