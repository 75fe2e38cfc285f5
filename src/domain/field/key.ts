import { toApiNames } from '../api-names.ts';
import { LIMITS } from '../limits.ts';
import type { FieldType } from './catalogue.ts';
import { TYPE_LABELS } from './type-label.ts';

type Keyed = {
  readonly key?: string | null | undefined;
  readonly label?: string | null | undefined;
  readonly type: FieldType;
};

/**
 * The characters that a key may have, counted as code points. They let formulas tell a key from the text
 * around it.
 */
export const FIELD_KEY = new RegExp(`^[\\p{L}\\p{M}\\p{N}_]{1,${LIMITS.fieldKeyMaxChars}}$`, 'u');

/**
 * Returns the keys of an envelope's fields. Given keys stay as they are, and the others are derived from the
 * label, or from the type if there is no label. Derived keys are unique.
 */
export function deriveFieldKeys(fields: readonly Keyed[]): readonly string[] {
  const derived = toApiNames(
    fields
      .filter(({ key }) => !key)
      .map(({ label, type }) => ({ name: label || TYPE_LABELS[type], fallback: 'field' })),
    fields.flatMap(({ key }) => key || []),
  ).values();
  return fields.map(({ key }) => key || (derived.next().value ?? ''));
}

/** Returns the keys that differ from the derived ones, with an empty text for each key that doesn't. */
export function listOwnKeys(fields: readonly (Keyed & { readonly key: string })[]): readonly string[] {
  const derived = deriveFieldKeys(fields.map((field) => ({ ...field, key: null })));
  const own = fields.map(({ key }, index) => (key === derived[index] ? '' : key));
  // Explicit keys change how the others are derived. If deriving again doesn't restore the keys that were
  // left out, all keys are kept.
  const again = deriveFieldKeys(fields.map((field, index) => ({ ...field, key: own[index] })));
  return fields.every(({ key }, index) => key === again[index]) ? own : fields.map(({ key }) => key);
}
