import {
  getEntry,
  getItems,
  readNameEntry,
  readNumberEntry,
  resolveReference,
  readTextEntry,
  type PdfValue,
  type Revision,
} from './objects.ts';

/** A node of the form's field tree (ISO 32000-2, 12.7.4): a field, a widget, or both in one. */
export type FormNode = {
  /** The object's ID; null for a direct object, which incremental updates can't address. */
  readonly id: string | null;
  readonly value: PdfValue;
  /** The fully qualified name. */
  readonly name: string;
  /** The node's own type, or the one that it inherits from the nodes above. */
  readonly fieldType: string;
  readonly flags: number;
  /** Whether the node is below a root of the tree. */
  readonly hasParent: boolean;
  readonly hasKids: boolean;
};

/** A field tree with more levels is treated as hostile. */
const MOST_LEVELS = 32;

export function getForm(revision: Revision): PdfValue {
  return getEntry(revision, revision.get(revision.root), 'AcroForm');
}

/** Returns all nodes of the form, parents first. */
export function listFormNodes(revision: Revision): FormNode[] {
  const nodes: FormNode[] = [];
  const seen = new Set<string>();
  const visit = (item: PdfValue, above: FormNode | null, level: number): void => {
    const id = item.kind === 'reference' ? item.id : null;
    const value = resolveReference(revision, item);
    if (level > MOST_LEVELS || value.kind !== 'dictionary' || (id !== null && seen.has(id))) return;
    if (id !== null) seen.add(id);
    const partial = readTextEntry(revision, value, 'T');
    const kids = getItems(getEntry(revision, value, 'Kids'));
    const node: FormNode = {
      id,
      value,
      name: [above?.name, partial]
        .filter((part) => part !== undefined && part !== null && part !== '')
        .join('.'),
      fieldType: readNameEntry(revision, value, 'FT') ?? above?.fieldType ?? '',
      flags: readNumberEntry(revision, value, 'Ff') ?? above?.flags ?? 0,
      hasParent: above !== null,
      hasKids: kids.length > 0,
    };
    nodes.push(node);
    for (const kid of kids) visit(kid, node, level + 1);
  };
  for (const item of getItems(getEntry(revision, getForm(revision), 'Fields'))) visit(item, null, 0);
  return nodes;
}

/** Checks whether a signature field has been signed, as opposed to only prepared. */
export function isSignedNode(revision: Revision, { value, fieldType }: FormNode): boolean {
  return fieldType === 'Sig' && isSignature(getEntry(revision, value, 'V'));
}

function isSignature(value: PdfValue): boolean {
  return value.kind === 'dictionary' && (value.entries.has('ByteRange') || value.entries.has('Contents'));
}
