import type { WireSignerField } from '#wire/signer-view.ts';
import type { AnswerSheet } from './answer-sheet.svelte.ts';
import { MESSAGES } from './messages.ts';

/** How a screen reader calls a field: label, group, page, and whether it must be or already is filled in. */
export function accessibleName(field: WireSignerField, sheet: AnswerSheet): string {
  const grouped = field.group !== null && (field.type === 'radio' || field.type === 'checkbox');
  const label = grouped ? `${field.group}: ${field.displayLabel}` : field.displayLabel;
  const name = MESSAGES.field.label(label, field.page);
  if (sheet.isFixed(field)) return `${name}, ${MESSAGES.field.fixed}`;
  return field.required ? `${name}, ${MESSAGES.field.required}` : name;
}
