import type { ChangeFault } from './faults.ts';
import { listFormNodes, isSignedNode, type FormNode } from './form.ts';
import {
  listChangedKeys,
  getEntries,
  getEntry,
  getItems,
  readNameEntry,
  readNumberEntry,
  resolveReference,
  type PdfValue,
  type Revision,
} from './objects.ts';
import { isLocked, type Permissions } from './permissions.ts';

type FieldChange = {
  readonly before: Revision;
  readonly after: Revision;
  /** The field before the change, or the field that was added. */
  readonly node: FormNode;
  readonly permissions: Permissions;
};

/** Annotation flags that hide a widget from viewers (ISO 32000-2, table 167). */
const HIDING = 1 | (1 << 1) | (1 << 5);

/** The keys that may change when a field of each type is filled in. */
const FILLED: Readonly<Record<string, ReadonlySet<string>>> = {
  Sig: new Set(['V', 'AP', 'M', 'F']),
  Tx: new Set(['V', 'AP', 'M']),
  Ch: new Set(['V', 'AP', 'M', 'I']),
  Btn: new Set(['V', 'AP', 'AS', 'M']),
};

/** Keys by which a field could trigger actions or hide something. */
const FORBIDDEN = ['Parent', 'Kids', 'A', 'AA', 'OC'];

/** Returns why this change to an existing field isn't permitted; null if it is. */
export function findFieldFault({ before, after, node, permissions }: FieldChange): ChangeFault | null {
  const createFault = (code: ChangeFault['code']): ChangeFault => ({ code, where: node.name });
  if (isSignedNode(before, node)) return createFault('signature_changed');
  if (permissions.docMdp === 1) return createFault('field_changed');
  if (isLocked(permissions, node.name)) return createFault('field_locked');
  const now = node.id === null ? node.value : after.get(node.id);
  const permitted = FILLED[node.fieldType];
  if (permitted === undefined || !listChangedKeys(node.value, now).every((key) => permitted.has(key)))
    return createFault('field_changed');
  const getHidingFlags = (revision: Revision, value: PdfValue) =>
    (readNumberEntry(revision, value, 'F') ?? 0) & HIDING;
  if (getHidingFlags(before, node.value) !== getHidingFlags(after, now)) return createFault('field_changed');
  const isFilled = node.fieldType !== 'Sig' || isSignedNode(after, { ...node, value: now });
  return isFilled ? null : createFault('field_changed');
}

/** Returns why a field may not be added; null if it is a signature that may be added. */
export function findNewFieldFault({ before, after, node, permissions }: FieldChange): ChangeFault | null {
  const createFault = (code: ChangeFault['code']): ChangeFault => ({ code, where: node.name });
  const { id, value, name } = node;
  const isNew = id !== null && before.get(id).kind === 'null';
  const isSignature = readNameEntry(after, value, 'FT') === 'Sig' && isSignedNode(after, node);
  if (!isNew || !isSignature || FORBIDDEN.some((key) => getEntries(value).has(key)))
    return createFault('field_added');
  if (name === '' || listFormNodes(before).some((other) => other.name === name))
    return createFault('field_added');
  if (isTimestamp(after, value)) return isInvisible(after, value) ? null : createFault('field_added');
  if (permissions.docMdp === 1) return createFault('field_added');
  if (isLocked(permissions, name)) return createFault('field_locked');
  return permissions.docMdp === null || isInvisible(after, value) ? null : createFault('field_added');
}

/** Checks for a document timestamp, which may follow every signature (ISO 32000-2, 12.8.5). */
function isTimestamp(revision: Revision, field: PdfValue): boolean {
  const signature = getEntry(revision, field, 'V');
  return readNameEntry(revision, signature, 'SubFilter') === 'ETSI.RFC3161';
}

function isInvisible(revision: Revision, widget: PdfValue): boolean {
  if (((readNumberEntry(revision, widget, 'F') ?? 0) & HIDING) !== 0) return true;
  const corners = getItems(getEntry(revision, widget, 'Rect')).map((item) =>
    resolveReference(revision, item),
  );
  const [x1, y1, x2, y2] = corners.map((corner) => (corner.kind === 'number' ? corner.value : Number.NaN));
  return corners.length === 0 || x1 === x2 || y1 === y2;
}
