import { type FIELD_CATALOGUE, getFieldTypeFacts, type FieldType } from './catalogue.ts';

/** The field types that take a signature, initials or a stamp. */
type MarkType = {
  [T in FieldType]: (typeof FIELD_CATALOGUE)[T]['answer'] extends 'mark' ? T : never;
}[FieldType];
type Typed = { readonly type: FieldType };

/** Checks whether a field takes a signature, initials or a stamp. */
export function isMark<F extends Typed>(field: F): field is F & { type: MarkType } {
  return getFieldTypeFacts(field.type).answer === 'mark';
}

/**
 * Checks whether a field belongs to no recipient: the sender puts it on the page, everyone sees it from the
 * beginning, and nobody answers it.
 */
export function isAnnotation({ type }: Typed): boolean {
  return getFieldTypeFacts(type).answer === 'none';
}

/**
 * Returns what the page shows for a field: what was answered, or what the sender put there. Null while there is
 * nothing.
 */
export function getShownValue(
  field: Typed & { readonly value: string | null; readonly prefillValue: string | null },
): string | null {
  if (!isAnnotation(field)) return field.value;
  return getFieldTypeFacts(field.type).takesPrefill ? field.prefillValue : 'true';
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

/** Returns the options that a value of several choices names, each on a line of its own. */
export function splitChoices(value: string): readonly string[] {
  return value === '' ? [] : value.split('\n');
}

/** Returns the value with one option chosen or not any more. Options keep the order in which they are offered. */
export function toggleChoice(options: readonly string[], chosen: readonly string[], option: string): string {
  return options.filter((one) => chosen.includes(one) !== (one === option)).join('\n');
}

/** Checks whether a field is answered together with the other fields of its type and group. */
export function isGrouped({ type, group }: Typed & { readonly group: string | null }): boolean {
  return group !== null && getFieldTypeFacts(type).groupLimit !== null;
}
