/** Why a change after a signature isn't permitted. */
export const CHANGE_CODES = [
  'catalog_changed',
  'page_changed',
  'annotation_changed',
  'form_changed',
  'field_added',
  'field_changed',
  'field_locked',
  'signature_changed',
  'object_changed',
] as const;
export type ChangeCode = (typeof CHANGE_CODES)[number];

/** A change that a signature doesn't permit. `where` is the object's ID or a field's name. */
export type ChangeFault = { readonly code: ChangeCode; readonly where: string };
