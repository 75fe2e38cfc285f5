import type { MarkPurpose } from '#domain/envelope/graph.ts';
import { isTickBox } from '#domain/field/answer.ts';
import { isFilled } from '#domain/field/validate.ts';
import { getInitialValue } from '#domain/field/details.ts';
import type { SignBody } from '#wire/signer.ts';
import type { AnswerSheet } from './answer-sheet.svelte.ts';
import { markPurpose } from './questions.ts';

/** The parts of the sheet that a submission reads. */
export type Answered = Pick<AnswerSheet, 'fields' | 'questions' | 'marks' | 'isFixed' | 'valueOf'>;

/** Returns the body of `POST /api/signer/sign`. `documentHash` is null if it couldn't be computed. */
export function buildSignBody(
  sheet: Answered,
  documentHash: string | null,
  timeZone: string | null = null,
): SignBody {
  const values = sheet.fields.flatMap((field) => {
    const value = sheet.valueOf(field);
    // The server computes the result itself and refuses one that differs from what was shown.
    if (field.formula !== null) return [{ fieldId: field.id, value }];
    if (sheet.isFixed(field)) return [];
    if (markPurpose(field) !== null) {
      // The server places the signature in required fields.
      return field.required ? [] : [{ fieldId: field.id, value: value === 'true' ? 'true' : 'false' }];
    }
    if (isTickBox(field)) return [{ fieldId: field.id, value: isFilled(field, value) ? value : 'false' }];
    // An answer that was cleared is sent, because the server would fill in the initial value if it were
    // missing.
    return value === '' && getInitialValue(field) === null ? [] : [{ fieldId: field.id, value }];
  });
  return {
    values,
    ...(Object.fromEntries(Object.entries(sheet.marks).filter(([purpose]) => isUsed(sheet, purpose))) as Pick<
      SignBody,
      MarkPurpose
    >),
    ...(timeZone === null ? {} : { timeZone }),
    ...(documentHash === null ? {} : { documentHash }),
  };
}

function isUsed(sheet: Answered, purpose: string): boolean {
  return sheet.fields.some(
    (field) => field.type === purpose && sheet.valueOf(field) === 'true' && !sheet.isFixed(field),
  );
}
