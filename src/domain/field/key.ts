import { toApiNames } from '../api-names.ts';
import { LIMITS } from '../limits.ts';
import { FIELD_CATALOGUE, type FieldType } from './catalogue.ts';

type Keyed = {
  readonly key?: string | null | undefined;
  readonly label?: string | null | undefined;
  readonly type: FieldType;
};

/** The characters of a key, so that formulas can tell it from what is around it; counted as code points. */
export const FIELD_KEY = new RegExp(`^[\\p{L}\\p{M}\\p{N}_]{1,${LIMITS.fieldKeyMaxChars}}$`, 'u');

/**
 * Returns the keys of an envelope's fields: given ones as they are, the others derived from the label, or the type if there
 * is none. Derived keys are unique.
 */
export function deriveFieldKeys(fields: readonly Keyed[]): readonly string[] {
  const derived = toApiNames(
    fields
      .filter(({ key }) => !key)
      .map(({ label, type }) => ({ name: label || FIELD_CATALOGUE[type].label, fallback: 'field' })),
    fields.flatMap(({ key }) => key || []),
  ).values();
  return fields.map(({ key }) => key || (derived.next().value ?? ''));
}

/** Returns the keys that aren't the derived ones; empty texts for those that are. */
export function ownKeys(fields: readonly (Keyed & { readonly key: string })[]): readonly string[] {
  const derived = deriveFieldKeys(fields.map((field) => ({ ...field, key: null })));
  const own = fields.map(({ key }, index) => (key === derived[index] ? '' : key));
  // Own keys leave other ones to be derived, so what was left out must come back.
  const again = deriveFieldKeys(fields.map((field, index) => ({ ...field, key: own[index] })));
  return fields.every(({ key }, index) => key === again[index]) ? own : fields.map(({ key }) => key);
}
