import { isTickBox } from '#domain/field/answer.ts';
import { displayValue } from '#domain/field/value/display.ts';
import { isFilled } from '#domain/field/validate.ts';
import type { WireSignerField } from '#wire/signer-view.ts';
import { listFilenames } from '#ui/fields/field-file.ts';
import type { AnswerSheet } from './answer-sheet.svelte.ts';
import { m } from '#i18n/compiled/messages.js';

/** Returns an answer for the review, as it will appear in the document, or null if there is no answer. */
export function formatShownAnswer(field: WireSignerField, sheet: AnswerSheet): string | null {
  const value = sheet.valueOf(field);
  if (isTickBox(field)) return isFilled(field, value) ? m.field_ticked() : m.field_unticked();
  if (!isFilled(field, value)) return null;
  return field.type === 'attachment'
    ? listFilenames(sheet.filesOf(field))
    : displayValue(field, value, sheet.language).replaceAll('\n', field.type === 'choices' ? ', ' : '\n');
}
