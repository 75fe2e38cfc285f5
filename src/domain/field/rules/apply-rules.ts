import type { FieldType } from '../catalogue.ts';
import { parsePlainNumber } from '../plain-number.ts';
import { evaluateCondition, type TestedField } from './condition.ts';
import { sortByDependencies, readRule, type RuleSource } from './dependencies.ts';
import { evaluateFormula } from './evaluate-formula.ts';

export type RuleField = RuleSource & {
  readonly type: FieldType;
  readonly options: readonly string[] | null;
};

/**
 * The result of applying the rules to a field: whether it is shown, and its value. A hidden field has no
 * value.
 */
export type Outcome = { readonly isShown: boolean; readonly value: string | null };

/**
 * Prepares the rules of some fields and returns a function that evaluates them. Given what was filled in, the
 * function tells for each field whether it is shown and which value counts. The signer's page and the server
 * both use it, so they can't disagree.
 */
export function prepareRules<F extends RuleField>(
  fields: readonly F[],
): (valueOf: (field: F) => string | null) => ReadonlyMap<F, Outcome> {
  const rules = fields.map(readRule);
  const { ordered } = sortByDependencies(
    fields.map(({ key }) => key),
    rules,
  );
  return (valueOf) => {
    const byKey = new Map<string, TestedField>();
    const outcomes = new Map<F, Outcome>();
    for (const index of ordered) {
      const field = fields[index];
      if (field === undefined) continue;
      const isShown = field.condition === null || evaluateCondition(field.condition, (key) => byKey.get(key));
      const formula = rules[index]?.formula ?? null;
      const read = (key: string) => toNumberText(byKey.get(key)?.value ?? null);
      const value = formula === null ? valueOf(field) : evaluateFormula(formula, read);
      const outcome = { isShown, value: isShown ? value : null };
      outcomes.set(field, outcome);
      byKey.set(field.key, { type: field.type, options: field.options, value: outcome.value });
    }
    return outcomes;
  };
}

/**
 * Returns the plain number that a text stands for. Any other text stays as it is, so formulas have no result.
 */
function toNumberText(value: string | null): string | null {
  return value === null ? null : (parsePlainNumber(value) ?? value);
}
