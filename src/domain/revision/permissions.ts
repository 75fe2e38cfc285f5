import { listFormNodes, isSignedNode, type FormNode } from './form.ts';
import {
  getEntry,
  getItems,
  readNameEntry,
  readNumberEntry,
  resolveReference,
  type PdfValue,
  type Revision,
} from './objects.ts';

/**
 * What a DocMDP transform permits (ISO 32000-2, table 257): nothing, filling in forms, or filling in forms
 * and annotating.
 */
type Permission = 1 | 2 | 3;

/** The form fields that signatures have locked (ISO 32000-2, 12.8.2.4). */
type LockedFields =
  | { readonly kind: 'all' }
  | { readonly kind: 'all_but'; readonly names: readonly string[] }
  | { readonly kind: 'only'; readonly names: readonly string[] };

/** What the signatures of a file permit later signers to do. */
export type Permissions = {
  /** Null if no signature restricts changes to the document. */
  readonly docMdp: Permission | null;
  readonly locks: readonly LockedFields[];
};

export const UNRESTRICTED: Permissions = { docMdp: null, locks: [] };

/** Returns what all signatures of a revision together permit. */
export function combinePermissions(revision: Revision): Permissions {
  const signed = listFormNodes(revision).filter((node) => isSignedNode(revision, node));
  const values = signed.map(({ value }) => getEntry(revision, value, 'V'));
  const perms = getEntry(revision, revision.get(revision.root), 'Perms');
  const all = [
    ...[...values, getEntry(revision, perms, 'DocMDP')].map((value) => readPermissions(revision, value)),
    ...signed.map((node) => readLock(revision, node)),
  ];
  const limits = all.flatMap(({ docMdp }) => docMdp ?? []);
  return {
    docMdp: limits.length === 0 ? null : (Math.min(...limits) as Permission),
    locks: all.flatMap(({ locks }) => locks),
  };
}

/** Returns what one signature permits, from its reference dictionaries. */
export function readPermissions(revision: Revision, signature: PdfValue): Permissions {
  const references = getItems(getEntry(revision, signature, 'Reference'));
  const found = references.map((reference): Permissions => {
    const dictionary = resolveReference(revision, reference);
    const parameters = getEntry(revision, dictionary, 'TransformParams');
    switch (readNameEntry(revision, dictionary, 'TransformMethod')) {
      case 'DocMDP':
        return { docMdp: readPermission(revision, parameters) ?? 2, locks: [] };
      case 'FieldMDP':
        return { docMdp: readPermission(revision, parameters), locks: readLocks(revision, parameters) };
      default:
        return UNRESTRICTED;
    }
  });
  const limits = found.flatMap(({ docMdp }) => docMdp ?? []);
  return {
    docMdp: limits.length === 0 ? null : (Math.min(...limits) as Permission),
    locks: found.flatMap(({ locks }) => locks),
  };
}

/** Returns what a signed field's lock dictionary asks for (ISO 32000-2, table 236). */
export function readLock(revision: Revision, { value }: Pick<FormNode, 'value'>): Permissions {
  const lock = getEntry(revision, value, 'Lock');
  if (lock.kind !== 'dictionary') return UNRESTRICTED;
  return { docMdp: readPermission(revision, lock), locks: readLocks(revision, lock) };
}

export function isLocked({ locks }: Permissions, name: string): boolean {
  return locks.some((lock) => {
    if (lock.kind === 'all') return true;
    const isNamed = lock.names.some((named) => name === named || name.startsWith(`${named}.`));
    return lock.kind === 'only' ? isNamed : !isNamed;
  });
}

/** Checks whether another signature can be added at all. */
export function permitSigning(permissions: Permissions): boolean {
  return permissions.docMdp !== 1 && permissions.locks.every(({ kind }) => kind === 'only');
}

function readPermission(revision: Revision, dictionary: PdfValue): Permission | null {
  const value = readNumberEntry(revision, dictionary, 'P');
  return value === 1 || value === 2 || value === 3 ? value : null;
}

function readLocks(revision: Revision, dictionary: PdfValue): LockedFields[] {
  const names = getItems(getEntry(revision, dictionary, 'Fields')).flatMap((item) => {
    const name = resolveReference(revision, item);
    return name.kind === 'string' ? [name.text] : [];
  });
  switch (readNameEntry(revision, dictionary, 'Action')) {
    case 'Include':
      return [{ kind: 'only', names }];
    case 'Exclude':
      return [{ kind: 'all_but', names }];
    case 'All':
      return [{ kind: 'all' }];
    case null:
      return [];
    default:
      // An unknown action can't be honored, so it locks everything.
      return [{ kind: 'all' }];
  }
}
