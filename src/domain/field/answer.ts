import { type FIELD_CATALOGUE, factsOfType, type FieldType } from './catalogue.ts';

/** The field types that take a signature or initials. */
type MarkType = {
  [T in FieldType]: (typeof FIELD_CATALOGUE)[T]['answer'] extends 'mark' ? T : never;
}[FieldType];
type Typed = { readonly type: FieldType };

/** Whether a field takes a signature or initials. */
export function isMark<F extends Typed>(field: F): field is F & { type: MarkType } {
  return factsOfType(field.type).answer === 'mark';
}

/** Whether a field is one box to tick: a checkbox, or a radio button without options of its own. */
export function isTickBox({
  type,
  options,
}: Typed & { readonly options: readonly string[] | null }): boolean {
  const facts = factsOfType(type);
  return facts.answer === 'tick' && (facts.options === 'none' || (options ?? []).length === 0);
}

/** Whether a field is answered together with the others of its type and group. */
export function isGrouped({ type, group }: Typed & { readonly group: string | null }): boolean {
  return group !== null && factsOfType(type).groupLimit !== null;
}
