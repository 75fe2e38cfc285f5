import { PdfArray, PdfDict, PdfName, PdfNumber, type PdfRef, PdfString, type PdfObject } from '@libpdf/core';
import { getDictEntry, getEntry, follow } from '#server/pdf/engine/objects.ts';
import type { MergeSource } from './source.ts';

type Part = { readonly source: MergeSource; readonly title: string };
type Register = (object: PdfObject) => PdfRef;

/** Outlines with more entries than this on one level are treated as hostile. */
const MAX_ENTRIES = 100_000;

/**
 * Creates an outline with one entry per document. A document's own outline goes below its entry: its root
 * becomes the entry, so everything under it stays unchanged.
 */
export function mergeOutlines(parts: readonly Part[], register: Register): PdfRef {
  const root = PdfDict.of({ Type: PdfName.of('Outlines'), Count: PdfNumber.of(parts.length) });
  const rootRef = register(root);
  const inner = parts.map(({ source }) => findOutline(source));
  const leaves = parts.map((_, index) => (inner[index] === null ? new PdfDict() : null));
  const refs = parts.map(({ source }, index) => {
    const outline = inner[index];
    return outline ? source.place(outline) : register(leaves[index] ?? new PdfDict());
  });
  parts.forEach(({ source, title }, index) => {
    const outline = inner[index];
    const complete = (item: PdfDict) => {
      item.delete('Type');
      item.set('Title', PdfString.fromString(title));
      item.set('Parent', rootRef);
      setUnless(item, 'Prev', refs[index - 1]);
      setUnless(item, 'Next', refs[index + 1]);
      const page = source.pages[0];
      if (page) item.set('Dest', new PdfArray([source.place(page), PdfName.of('Fit')]));
      // The entry is closed, so that readers see the list of files first.
      if (outline) item.set('Count', PdfNumber.of(-countVisibleEntries(source, outline)));
    };
    const leaf = leaves[index];
    if (leaf) complete(leaf);
    else if (outline) source.change(outline, complete);
  });
  setUnless(root, 'First', refs[0]);
  setUnless(root, 'Last', refs.at(-1));
  return rootRef;
}

/** Returns the root of a document's outline; null if it has no entries. */
function findOutline({ graph }: MergeSource): PdfDict | null {
  const root = getDictEntry(graph, graph.catalog, 'Outlines');
  return root && getEntry(graph, root, 'First') instanceof PdfDict ? root : null;
}

/**
 * Counts the entries that are visible when the outline is opened: the first level, and everything below open
 * entries.
 */
function countVisibleEntries({ graph }: MergeSource, root: PdfDict): number {
  let count = 0;
  const seen = new Set<PdfDict>();
  let item = getEntry(graph, root, 'First');
  while (item instanceof PdfDict && !seen.has(item) && seen.size < MAX_ENTRIES) {
    seen.add(item);
    const open = getEntry(graph, item, 'Count');
    count += 1 + (open instanceof PdfNumber && open.value > 0 ? Math.trunc(open.value) : 0);
    item = follow(graph, item.get('Next'));
  }
  return count;
}

function setUnless(dict: PdfDict, key: string, value: PdfObject | undefined): void {
  if (value === undefined) dict.delete(key);
  else dict.set(key, value);
}
