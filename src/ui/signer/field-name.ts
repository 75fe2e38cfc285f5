import { isGrouped } from '#domain/field/answer.ts';
import type { WireSignerField } from '#wire/signer-view.ts';
import type { AnswerSheet } from './answers/answer-sheet.svelte.ts';
import type { Question } from './answers/questions.ts';
import { m } from '#i18n/compiled/messages.js';

/**
 * Returns the accessible name of a field: label, group, page, and whether it is required or already filled
 * in.
 */
export function getAccessibleName(field: WireSignerField, sheet: AnswerSheet): string {
  const question = isGrouped(field) ? sheet.questionOf(field) : undefined;
  const label = nameAnswer(field, question);
  const name = m.field_label({ label, page: field.page });
  if (sheet.isFixed(field)) return `${name}, ${explainFixed(field)}`;
  return field.required ? `${name}, ${m.field_required()}` : name;
}

/** Returns a field's label after the question of its group. */
export function nameAnswer({ displayLabel }: WireSignerField, question: Question | undefined): string {
  return question === undefined || question.label === displayLabel
    ? displayLabel
    : `${question.label}: ${displayLabel}`;
}

/** Explains why a field can't be changed. */
export function explainFixed({
  formula,
  autoSource,
}: Pick<WireSignerField, 'formula' | 'autoSource'>): string {
  if (formula !== null) return m.field_calculated();
  return autoSource === 'signed_date' ? m.field_set_at_finish() : m.field_fixed();
}
