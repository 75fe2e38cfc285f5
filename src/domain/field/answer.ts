import { type FIELD_CATALOGUE, getFieldTypeFacts, type FieldType } from './catalogue.ts';

/** The field types that take a signature or initials. */
type MarkType = {
  [T in FieldType]: (typeof FIELD_CATALOGUE)[T]['answer'] extends 'mark' ? T : never;
}[FieldType];
type Typed = { readonly type: FieldType };

/** Checks whether a field takes a signature or initials. */
export function isMark<F extends Typed>(field: F): field is F & { type: MarkType } {
  return getFieldTypeFacts(field.type).answer === 'mark';
}

/** The properties that tell a box apart from a list of choices. */
type Box = Typed & {
  readonly options: readonly string[] | null;
  readonly group?: string | null | undefined;
};

/**
 * Checks whether a field is a single box to tick: a checkbox, or a radio button that doesn't offer several
 * choices by itself. A box in a group may have one option, which is its value when it's chosen.
 */
export function isTickBox({ type, options, group = null }: Box): boolean {
  const facts = getFieldTypeFacts(type);
  if (facts.answer !== 'tick') return false;
  const choices = options?.length ?? 0;
  return facts.options === 'none' || choices === 0 || (choices === 1 && group !== null);
}

/** Returns the value of a box when it's ticked. */
export function getTickedValue({ options }: Pick<Box, 'options'>): string {
  return options?.[0] ?? 'true';
}

/** Checks whether a field is answered together with the other fields of its type and group. */
export function isGrouped({ type, group }: Typed & { readonly group: string | null }): boolean {
  return group !== null && getFieldTypeFacts(type).groupLimit !== null;
}
