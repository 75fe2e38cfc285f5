import type { DraftField } from '#ui/editor/draft/draft.ts';
import { getBounds } from './arrange.ts';
import { findClearPlace, movePlace, movePlacesTogether } from './geometry.ts';

type NewKey = () => string;

/** How far a copy is moved off what it would cover, in fractions of the page. */
const ASIDE = 0.02;

/** Returns copies below their originals, without overlaps if possible. */
export function duplicateFields(
  fields: readonly DraftField[],
  all: readonly DraftField[],
  newKey: NewKey,
): DraftField[] {
  const pages = [...new Set(fields.map(({ page }) => page))];
  const copies = pages.flatMap((page) => {
    const own = fields.filter((field) => field.page === page);
    const box = getBounds(own);
    const place = findClearPlace(
      movePlace(box, 0, box.height * 1.25),
      all.filter((field) => field.page === page),
    );
    return own.map((field) => copyField(field, movePlace(field, place.x - box.x, place.y - box.y), newKey));
  });
  return withOwnGroups(copies, fields, all);
}

/** Returns copies on one page in the same places, moved slightly if the same fields are already there. */
export function copyFieldsToPage(
  page: number,
  fields: readonly DraftField[],
  all: readonly DraftField[],
  newKey: NewKey,
): DraftField[] {
  const there = all.filter((field) => field.page === page);
  const first = Math.min(...fields.map((field) => field.page));
  // Of several pages each keeps its distance only where there is such a page; else all come to the one.
  let placed = fields.map((field) => copyField(field, { page }, newKey));
  if (fields.some((field) => field.page !== first)) return withOwnGroups(placed, fields, all);
  for (
    let step = 1;
    step < 20 && placed.some((copy) => there.some((field) => isSamePlace(field, copy)));
    step += 1
  ) {
    const places = movePlacesTogether(fields, ASIDE * step, ASIDE * step);
    placed = placed.map((copy, index) => ({ ...copy, ...places[index] }));
  }
  return withOwnGroups(placed, fields, all);
}

/** Returns copies in the same places of other pages, except where the same field already exists. */
export function copyFieldsToPages(
  fields: readonly DraftField[],
  pages: readonly number[],
  all: readonly DraftField[],
  newKey: NewKey,
): DraftField[] {
  const standing = new Set(all.map(identifyCopy));
  const added: DraftField[] = [];
  for (const page of pages) {
    const copies = fields
      .filter((field) => field.page !== page && !standing.has(identifyCopy({ ...field, page })))
      .map((field) => copyField(field, { page }, newKey));
    added.push(...withOwnGroups(copies, fields, [...all, ...added]));
  }
  return added;
}

function copyField(
  field: DraftField,
  change: Partial<Pick<DraftField, 'x' | 'y' | 'width' | 'height' | 'page'>>,
  newKey: NewKey,
): DraftField {
  // Keys are unique: a copy has the one that follows from its label.
  return { ...field, ...change, key: newKey(), fieldKey: '', source: 'manual' };
}

/** Makes a group that is copied as a whole a new group, so that each needs its own choice. */
function withOwnGroups(
  copies: readonly DraftField[],
  originals: readonly DraftField[],
  all: readonly DraftField[],
): DraftField[] {
  const taken = new Set(all.map(({ group }) => group));
  const chosen = new Set(originals.map(({ key }) => key));
  const names = new Map<string, string>();
  for (const { group } of originals) {
    const isWhole = all.every((field) => field.group !== group || chosen.has(field.key));
    const isElsewhere = copies.some((copy) => copy.group === group && !isOnOriginalPage(copy, originals));
    if (group === '' || names.has(group) || !(isWhole || isElsewhere)) continue;
    let number = 2;
    while (taken.has(`${group} ${number}`)) number += 1;
    names.set(group, `${group} ${number}`);
  }
  return copies.map((copy) => ({ ...copy, group: names.get(copy.group) ?? copy.group }));
}

function isOnOriginalPage(copy: DraftField, originals: readonly DraftField[]): boolean {
  return originals.some(({ page, group }) => page === copy.page && group === copy.group);
}

function isSamePlace(one: DraftField, other: DraftField): boolean {
  return Math.abs(one.x - other.x) < ASIDE / 4 && Math.abs(one.y - other.y) < ASIDE / 4;
}

function identifyCopy({ type, page, participantKey, ...place }: DraftField): string {
  const { x, y, width, height } = place;
  return [type, page, participantKey, ...[x, y, width, height].map((part) => part.toFixed(4))].join(' ');
}
