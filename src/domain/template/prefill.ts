import { toJsonPointer, type Issue } from '../errors.ts';
import { toStoredValue, explainValueProblem } from '../field/value/problem.ts';
import type { Facts } from '../envelope/facts.ts';
import type { Taken } from './recipients.ts';
import type { TemplateField } from './template.ts';

/** A template field and the initial value of its copy; null for none. */
export type Filled = { readonly field: TemplateField; readonly value: string | null };

/**
 * Prefills the fields of the taken roles with the value given for their key, or else the template's own
 * value. An empty value removes the template's. The returned `prefill` has all values by key, for name
 * patterns.
 */
export function fillFields(
  fields: readonly TemplateField[],
  taken: readonly Taken[],
  given: Readonly<Record<string, string>>,
  { matches }: Pick<Facts, 'matches'>,
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
    const problem =
      field === undefined
        ? 'is not a prefill key of the template'
        : explainValueProblem(field, value, matches);
    return problem === null ? [] : [{ path: toJsonPointer('prefill', key), message: problem }];
  });
  const present = new Set(taken.map(({ role }) => role.id));
  const filled = fields
    .filter(({ roleId }) => roleId === null || present.has(roleId))
    .map((field) => ({ field, value: readPrefill(field, given) }));
  const own = filled.flatMap(({ field: { prefillKey }, value }) =>
    prefillKey === null || value === null ? [] : [[prefillKey, value] as const],
  );
  const named = Object.entries(given).filter(([, value]) => value !== '');
  return { filled, prefill: Object.fromEntries([...own, ...named]), issues };
}

function readPrefill(field: TemplateField, given: Readonly<Record<string, string>>): string | null {
  const { prefillKey, prefillValue } = field;
  const value =
    prefillKey !== null && Object.hasOwn(given, prefillKey) ? (given[prefillKey] ?? null) : prefillValue;
  return value === '' || value === null ? null : toStoredValue(field, value);
}
