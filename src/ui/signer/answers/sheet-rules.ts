import { prepareRules, type Outcome } from '#domain/field/rules/apply-rules.ts';
import type { SignerView, WireSignerField } from '#wire/signer-view.ts';

/** The outcomes of the rules for each of the signer's fields, by field ID. */
export type SheetOutcomes = ReadonlyMap<string, Outcome>;

/**
 * Prepares the conditions and formulas of a signer's fields. They can also read the answers that other people
 * gave earlier.
 */
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
