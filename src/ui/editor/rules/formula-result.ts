import { NO_DETAILS } from '#domain/field/details.ts';
import { prepareRules } from '#domain/field/rules/apply-rules.ts';
import { parseFormula } from '#domain/field/rules/parse-formula.ts';
import { displayValue } from '#domain/field/value/display.ts';
import type { Language } from '#domain/language.ts';
import { m } from '#i18n/compiled/messages.js';
import type { DraftField } from '#ui/editor/draft/draft.ts';
import type { ReadableField } from './draft-rules.ts';
import type { NamedKey } from './named-formula.ts';

/** A number that has no value yet counts as this one. */
const SAMPLE = '10';

/** Returns the number that a field is tried with: what it starts with, or a sample. */
export function getTriedNumber({ prefillValue, defaultValue }: DraftField): string {
  return prefillValue || defaultValue || SAMPLE;
}

/**
 * Returns the result of a field's formula as the page will show it, with numbers to try it with by key. Null if
 * there is none.
 */
export function computeResult(
  field: DraftField,
  readable: readonly ReadableField[],
  tried: ReadonlyMap<string, string>,
  language: Language,
): string | null {
  const own = { ...NO_DETAILS, key: '', type: field.type, options: null, formula: field.formula, tried: '' };
  const others = readable.map(({ field: one, apiKey }) => ({
    ...{ key: apiKey, type: one.type, options: one.options, formula: one.formula, condition: null },
    tried: tried.get(apiKey) ?? getTriedNumber(one),
  }));
  const value = prepareRules([...others, own])((one) => one.tried).get(own)?.value ?? null;
  return value === null ? null : displayValue(field, value, language);
}

/** Says what is wrong with a formula, with the names of fields; null if nothing is. */
export function explainFormula(formula: string, numbers: readonly NamedKey[]): string | null {
  const parsed = parseFormula(formula);
  if ('problem' in parsed) {
    if (/incomplete$/u.test(parsed.problem)) return m.editor_formula_unfinished();
    const unexpected = /^has an unexpected (.+)$/u.exec(parsed.problem)?.[1];
    if (unexpected !== undefined) return m.editor_formula_unexpected({ text: unexpected });
    const called = /^calls (.+), which/u.exec(parsed.problem)?.[1];
    return called === undefined ? null : m.editor_formula_unknown({ name: called });
  }
  const unknown = parsed.keys.find((key) => numbers.every(({ apiKey }) => apiKey !== key));
  return unknown === undefined ? null : m.editor_formula_unknown({ name: unknown });
}
