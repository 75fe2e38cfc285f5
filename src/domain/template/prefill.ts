import { jsonPointer, type Issue } from '../errors.ts';
import { valueProblem } from '../field/validate.ts';
import type { Taken } from './recipients.ts';
import type { TemplateField } from './template.ts';

/** A field of the template with the value that its copy is filled with beforehand; null for none. */
export type Filled = { readonly field: TemplateField; readonly value: string | null };

/**
 * Fills the fields of the roles that are taken: with the value that came for their key, else the template's own; an
 * empty text takes the template's away. `prefill` holds every value by its key, for name patterns.
 */
export function fillFields(
  fields: readonly TemplateField[],
  taken: readonly Taken[],
  given: Readonly<Record<string, string>>,
): {
  readonly filled: readonly Filled[];
  readonly prefill: Readonly<Record<string, string>>;
  readonly issues: Issue[];
} {
  const byKey = new Map(
    fields.flatMap((field) => (field.prefillKey === null ? [] : [[field.prefillKey, field]])),
  );
  const issues = Object.entries(given).flatMap(([key, value]): Issue[] => {
    const field = byKey.get(key);
    const problem = field === undefined ? 'is not a prefill key of the template' : valueProblem(field, value);
    return problem === null ? [] : [{ path: jsonPointer('prefill', key), message: problem }];
  });
  const present = new Set(taken.map(({ role }) => role.id));
  const filled = fields
    .filter(({ roleId }) => present.has(roleId))
    .map((field) => ({ field, value: valueOf(field, given) }));
  const own = filled.flatMap(({ field: { prefillKey }, value }) =>
    prefillKey === null || value === null ? [] : [[prefillKey, value] as const],
  );
  const named = Object.entries(given).filter(([, value]) => value !== '');
  return { filled, prefill: Object.fromEntries([...own, ...named]), issues };
}

function valueOf(
  { prefillKey, prefillValue }: TemplateField,
  given: Readonly<Record<string, string>>,
): string | null {
  const value =
    prefillKey !== null && Object.hasOwn(given, prefillKey) ? (given[prefillKey] ?? null) : prefillValue;
  return value === '' ? null : value;
}
