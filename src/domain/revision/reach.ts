import { getEntries, getItems, resolveReference, type PdfValue, type Revision } from './objects.ts';

/**
 * Returns the objects that can be reached from the catalog and how often each is referenced. Leaves out
 * objects behind `skipped`.
 */
export function countReachable(revision: Revision, skipped: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>([[revision.root, 1]]);
  const pending = [revision.root];
  for (let id = pending.pop(); id !== undefined; id = pending.pop())
    for (const other of collectReferences(revision.get(id), id === revision.root ? skipped : null)) {
      if (!counts.has(other)) pending.push(other);
      counts.set(other, (counts.get(other) ?? 0) + 1);
    }
  return counts;
}

/** Returns the IDs of the objects that an object refers to. */
export function collectReferences(value: PdfValue, skipped: string | null = null): string[] {
  const found: string[] = [];
  const pending: PdfValue[] = [value];
  for (let one = pending.pop(); one !== undefined; one = pending.pop()) {
    if (one.kind === 'reference') found.push(one.id);
    pending.push(...getItems(one));
    for (const [key, entry] of getEntries(one)) if (one !== value || key !== skipped) pending.push(entry);
  }
  return found;
}

/** Returns the IDs of the pages in order. */
export function listPageIds(revision: Revision): string[] {
  const pages: string[] = [];
  const seen = new Set<string>();
  const visit = (item: PdfValue | undefined): void => {
    if (item?.kind !== 'reference' || seen.has(item.id)) return;
    seen.add(item.id);
    const node = resolveReference(revision, item);
    const kids = resolveReference(revision, getEntries(node).get('Kids'));
    if (kids.kind === 'array') for (const kid of kids.items) visit(kid);
    else if (node.kind === 'dictionary') pages.push(item.id);
  };
  visit(getEntries(revision.get(revision.root)).get('Pages'));
  return pages;
}
