import { isTickBox } from '#domain/field/answer.ts';
import { getFieldTypeFacts } from '#domain/field/catalogue.ts';
import type { ConditionTerm } from '#domain/field/details.ts';
import { m } from '#i18n/compiled/messages.js';
import type { DraftField } from '#ui/editor/draft/draft.ts';

/** The tests that the editor offers; each term of a condition is one of them. */
export type TestName = 'is' | 'isNot' | 'filled' | 'empty' | 'checked' | 'unchecked';

const NAMES: Readonly<Record<TestName, () => string>> = {
  is: m.editor_test_is,
  isNot: m.editor_test_is_not,
  filled: m.editor_test_filled,
  empty: m.editor_test_empty,
  checked: m.editor_test_checked,
  unchecked: m.editor_test_unchecked,
};

const CONTAINS = { is: m.editor_test_contains, isNot: m.editor_test_contains_not };

/** Returns the tests that fit a field. */
export function listTests(field: DraftField): readonly { value: TestName; label: string }[] {
  const names = getFieldTypeFacts(field.type).value === 'options' ? { ...NAMES, ...CONTAINS } : NAMES;
  return listFittingTests(field).map((value) => ({ value, label: names[value]() }));
}

function listFittingTests(field: DraftField): readonly TestName[] {
  if (isTickBox(field)) return ['checked', 'unchecked'];
  const { answer } = getFieldTypeFacts(field.type);
  return answer === 'mark' || answer === 'file' ? ['filled', 'empty'] : ['is', 'isNot', 'filled', 'empty'];
}

/** Returns the test that a term makes. */
export function getTest({ is, isNot, isFilled, isChecked }: ConditionTerm): TestName {
  if (is !== undefined) return 'is';
  if (isNot !== undefined) return 'isNot';
  if (isFilled !== undefined) return isFilled ? 'filled' : 'empty';
  return isChecked === true ? 'checked' : 'unchecked';
}

/** Returns a term that makes a test; `value` is what it compares with. */
export function createTerm(key: string, test: TestName, value: string): ConditionTerm {
  switch (test) {
    case 'is':
      return { key, is: value };
    case 'isNot':
      return { key, isNot: value };
    case 'filled':
    case 'empty':
      return { key, isFilled: test === 'filled' };
    case 'checked':
    case 'unchecked':
      return { key, isChecked: test === 'checked' };
    default:
      return test satisfies never;
  }
}

/** Returns what a term compares with; empty for tests without a value. */
export function getTermValue({ is, isNot }: ConditionTerm): string {
  return is ?? isNot ?? '';
}

/**
 * Returns a term about a field that was just chosen: a test that fits it, and its first option as the value.
 */
export function createFirstTerm(key: string, field: DraftField): ConditionTerm {
  const [test = 'filled'] = listFittingTests(field);
  return createTerm(
    key,
    test === 'is' && field.options.length === 0 ? 'filled' : test,
    field.options[0] ?? '',
  );
}
