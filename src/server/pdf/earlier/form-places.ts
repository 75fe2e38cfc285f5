import { FORM_PLACES_MAX, type FormPlace } from '#domain/document/earlier-signatures.ts';
import { toPageFraction, createRectangle, type Rectangle } from '#domain/field/geometry.ts';
import { listFormNodes, isSignedNode, type FormNode } from '#domain/revision/form.ts';
import {
  getEntries,
  getEntry,
  getItems,
  readNumberEntry,
  resolveReference,
  type Revision,
} from '#domain/revision/objects.ts';
import { isLocked, type Permissions } from '#domain/revision/permissions.ts';
import { listPageIds } from '#domain/revision/reach.ts';
import type { PageGeometry } from '#server/pdf/engine/page-geometry.ts';

/** A form field that can be filled in, with its widget's object and rectangle in user space. */
export type UsablePlace = FormPlace & { readonly id: string; readonly box: Rectangle };

/** Field flags (ISO 32000-2, tables 227 and 230): read only, password, file, rich text. */
const UNUSABLE_FLAGS = 1 | (1 << 13) | (1 << 20) | (1 << 25);
/** Annotation flags that hide a widget, on screen or in print. */
const HIDDEN = 1 | (1 << 1) | (1 << 5);

/**
 * Returns the empty signature and text fields in the order of the form. Left out are fields that aren't
 * merged with their widget, have a length limit or actions, or are locked.
 */
export function listUsablePlaces(
  revision: Revision,
  permissions: Permissions,
  pages: readonly PageGeometry[],
): UsablePlace[] {
  const pageOf = new Map(
    listPageIds(revision).flatMap((page, index) =>
      getItems(getEntry(revision, revision.get(page), 'Annots')).flatMap((item) =>
        item.kind === 'reference' ? [[item.id, index] as const] : [],
      ),
    ),
  );
  return listFormNodes(revision)
    .flatMap((node): UsablePlace[] => {
      const { id, name, fieldType } = node;
      const index = id === null ? undefined : pageOf.get(id);
      const geometry = index === undefined ? undefined : pages[index];
      const box = readBox(revision, node);
      if (id === null || index === undefined || geometry === undefined || box === null) return [];
      if (isLocked(permissions, name) || !isUsable(revision, node)) return [];
      const kind = fieldType === 'Sig' ? 'signature' : 'text';
      return [
        { name, kind, page: index + 1, id, box, ...toPageFraction(box, geometry.box, geometry.rotate) },
      ];
    })
    .slice(0, FORM_PLACES_MAX);
}

function isUsable(revision: Revision, node: FormNode): boolean {
  const { value, fieldType, flags, hasKids } = node;
  const has = (key: string) => getEntries(value).has(key);
  if (hasKids || !has('T') || ['A', 'AA', 'OC', 'Lock', 'MaxLen', 'RV'].some(has)) return false;
  if (((readNumberEntry(revision, value, 'F') ?? 0) & HIDDEN) !== 0) return false;
  if (fieldType === 'Sig') return !isSignedNode(revision, node);
  const current = getEntry(revision, value, 'V');
  const isEmpty = current.kind === 'null' || (current.kind === 'string' && current.text === '');
  return fieldType === 'Tx' && (flags & UNUSABLE_FLAGS) === 0 && isEmpty;
}

function readBox(revision: Revision, { value }: FormNode): Rectangle | null {
  const corners = getItems(getEntry(revision, value, 'Rect')).map((item) => resolveReference(revision, item));
  const [x1, y1, x2, y2] = corners.map((corner) => (corner.kind === 'number' ? corner.value : Number.NaN));
  if (x1 === undefined || y1 === undefined || x2 === undefined || y2 === undefined) return null;
  const box = createRectangle(x1, y1, x2, y2);
  return box.width > 0 && box.height > 0 ? box : null;
}
