import type { Outcome } from '#domain/field/rules/apply-rules.ts';
import { loadCode } from '#ui/signer/lazy/load-code.ts';
import type { SignerView, WireSignerField } from '#wire/signer-view.ts';

/** The outcomes of the rules for each of the signer's fields, by field ID. */
type SheetOutcomes = ReadonlyMap<string, Outcome>;
export type SheetRules = (valueOf: (field: WireSignerField) => string) => SheetOutcomes;

/**
 * Prepares the conditions and formulas of a signer's fields. They can also read the answers that other people
 * gave earlier. Few documents have rules, so their code is loaded for one that does. Rejects with a
 * `SignerProblem` if there is no connection.
 */
export async function prepareSheetRules(view: Pick<SignerView, 'fields' | 'inputs'>): Promise<SheetRules> {
  if (view.fields.every(({ condition, formula }) => condition === null && formula === null))
    return (valueOf) =>
      new Map(view.fields.map((field) => [field.id, { isShown: true, value: valueOf(field) }]));
  const { prepareRules } = await loadCode(() => import('#domain/field/rules/apply-rules.ts'));
  const own = view.fields.map((field) => ({ field, ...field }));
  const others = view.inputs.map((input) => ({ field: null, ...input, condition: null, formula: null }));
  const evaluate = prepareRules([...others, ...own]);
  return (valueOf) => {
    const outcomes = evaluate((one) => (one.field === null ? one.value : valueOf(one.field)));
    return new Map(
      [...outcomes].flatMap(([{ field }, outcome]) => (field === null ? [] : [[field.id, outcome]])),
    );
  };
}
