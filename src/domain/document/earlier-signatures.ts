import type { FieldType } from '../field/catalogue.ts';
import type { Rectangle } from '../field/geometry.ts';
import type { DocumentNotice } from './notices.ts';

/**
 * A form field that earlier signatures permit to be filled in, as fractions of the visible page, origin top
 * left.
 */
export type FormPlace = Rectangle & {
  readonly name: string;
  readonly kind: 'signature' | 'text';
  /** Counted from 1. */
  readonly page: number;
};

/** How far a field may be from the form field that it fills in, as a fraction of the page. */
const TOLERANCE = 0.01;

/** The maximum number of form fields that are listed. */
export const FORM_PLACES_MAX = 1_000;

const FILLS: Readonly<Record<FormPlace['kind'], readonly FieldType[]>> = {
  signature: ['signature', 'initials', 'stamp'],
  text: ['text', 'name', 'email', 'company', 'title', 'date', 'number', 'phone', 'dropdown'],
};

/**
 * Checks whether a prepared document kept the signatures that it was uploaded with, so that its bytes are
 * unchanged.
 */
export function keepsSignatures(notices: readonly DocumentNotice[]): boolean {
  return notices.some(({ code }) => code === 'signatures_kept');
}

/**
 * Returns the notices for a document that keeps its signatures. `places` is null if fields can be anywhere.
 */
export function buildKeptNotices(signatures: number, places: readonly FormPlace[] | null): DocumentNotice[] {
  const kept: DocumentNotice = { code: 'signatures_kept', count: signatures };
  if (places === null) return [kept];
  const items = places.map(({ name, kind, page, x, y, width, height }) => ({
    ...{ text: name, page, reason: kind },
    place: { x, y, width, height },
  }));
  return [kept, { code: 'form_fields_only', count: items.length === 0 ? null : items.length, items }];
}

/** Returns the form fields that may be filled in, or null if fields can be anywhere. */
export function listFormPlaces(notices: readonly DocumentNotice[]): FormPlace[] | null {
  const notice = notices.find(({ code }) => code === 'form_fields_only');
  if (notice === undefined) return null;
  return (notice.items ?? []).flatMap(({ text: name, page, reason, place }) =>
    place === undefined || page === null
      ? []
      : [{ name, page, kind: reason === 'signature' ? reason : 'text', ...place }],
  );
}

type Placed = Rectangle & { readonly type: FieldType; readonly page: number };

/**
 * Finds the form field that a field fills in: one of the same kind in the same place. Returns null if there
 * is none.
 */
export function findFormPlace<Place extends FormPlace>(
  field: Placed,
  places: readonly Place[],
): Place | null {
  return (
    places.find(
      (place) =>
        place.page === field.page &&
        FILLS[place.kind].includes(field.type) &&
        (['x', 'y', 'width', 'height'] as const).every(
          (side) => Math.abs(place[side] - field[side]) <= TOLERANCE,
        ),
    ) ?? null
  );
}

/** For each field, tells whether it fills in a form field that no earlier field has taken. */
export function arePlaced(fields: readonly Placed[], places: readonly FormPlace[]): boolean[] {
  const taken = new Set<FormPlace>();
  return fields.map((field) => {
    const place = findFormPlace(
      field,
      places.filter((one) => !taken.has(one)),
    );
    if (place !== null) taken.add(place);
    return place !== null;
  });
}
