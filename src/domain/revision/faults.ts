/** Why a change after a signature isn't permitted. */
type ChangeCode =
  | 'catalog_changed'
  | 'page_changed'
  | 'annotation_changed'
  | 'form_changed'
  | 'field_added'
  | 'field_changed'
  | 'field_locked'
  | 'signature_changed'
  | 'object_changed';

/** A change that a signature doesn't permit. `where` is the object's ID or a field's name. */
export type ChangeFault = { readonly code: ChangeCode; readonly where: string };
