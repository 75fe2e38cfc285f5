import { prepareRules, type Outcome } from '#domain/field/rules/apply-rules.ts';
import type { SignerView, WireSignerField } from '#wire/signer-view.ts';

/** What the rules make of each of the signer's fields, by its ID. */
export type SheetOutcomes = ReadonlyMap<string, Outcome>;

/** Prepares the conditions and formulas of a signer's fields, which also read the earlier answers of others. */
export function prepareSheetRules(
  view: Pick<SignerView, 'fields' | 'inputs'>,
): (valueOf: (field: WireSignerField) => string) => SheetOutcomes {
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
