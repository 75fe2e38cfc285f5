import { isTickBox } from '#domain/field/answer.ts';
import { isFilled } from '#domain/field/validate.ts';
import { getInitialValue } from '#domain/field/details.ts';
import type { SignBody } from '#wire/signer.ts';
import type { AnswerSheet } from './answer-sheet.svelte.ts';
import { m } from '#i18n/compiled/messages.js';
import { markPurpose } from './questions.ts';

/** The parts of the sheet that a submission reads. */
type Answered = Pick<AnswerSheet, 'fields' | 'questions' | 'marks' | 'isFixed' | 'valueOf'>;

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
    ...(isUsed(sheet, 'signature') && sheet.marks.signature !== undefined
      ? { signature: sheet.marks.signature }
      : {}),
    ...(isUsed(sheet, 'initials') && sheet.marks.initials !== undefined
      ? { initials: sheet.marks.initials }
      : {}),
    ...(timeZone === null ? {} : { timeZone }),
    ...(documentHash === null ? {} : { documentHash }),
  };
}

/**
 * Sorts the server's issues (`details.issues` of a 422) by field. `others` are the issues that aren't about
 * any field of the sheet.
 */
export function groupRefusedAnswers(
  sheet: Answered,
  body: SignBody,
  issues: unknown,
): { readonly byField: Map<string, string>; readonly others: string[] } {
  const byField = new Map<string, string>();
  const others: string[] = [];
  for (const { path, message } of readIssues(issues)) {
    const fieldId = findField(body, path) ?? sheet.fields.find(({ id }) => message.includes(id))?.id;
    const purpose = path === '/signature' || path === '/initials' ? path.slice(1) : null;
    const marked = purpose === null ? undefined : sheet.fields.find(({ type }) => type === purpose)?.id;
    const group = sheet.questions.find(
      ({ isGroup, label }) => isGroup && message.includes(`group ${label} `),
    );
    const target = fieldId ?? marked ?? group?.fields[0].id;
    if (target === undefined) others.push(message);
    else byField.set(target, m.refused({ message: message.replace(/^field \S+ /, '') }));
  }
  return { byField, others };
}

function isUsed(sheet: Answered, purpose: 'signature' | 'initials'): boolean {
  return sheet.fields.some(
    (field) => field.type === purpose && sheet.valueOf(field) === 'true' && !sheet.isFixed(field),
  );
}

function readIssues(issues: unknown): { path: string; message: string }[] {
  if (!Array.isArray(issues)) return [];
  return issues.flatMap((issue: unknown) => {
    if (typeof issue !== 'object' || issue === null || !('message' in issue)) return [];
    return [{ path: 'path' in issue ? String(issue.path) : '', message: String(issue.message) }];
  });
}

function findField(body: SignBody, path: string): string | undefined {
  const index = /^\/values\/(\d+)/.exec(path)?.[1];
  return index === undefined ? undefined : body.values[Number(index)]?.fieldId;
}
