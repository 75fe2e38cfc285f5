import type { SignBody } from '#wire/signer.ts';
import type { AnswerSheet } from './answer-sheet.svelte.ts';
import { m } from '#i18n/compiled/messages.js';
import { markPurpose } from './questions.ts';

/** What a submission reads of the sheet. */
type Answered = Pick<AnswerSheet, 'fields' | 'questions' | 'marks' | 'isFixed' | 'valueOf'>;

/** The body of `POST /api/signer/sign` for a sheet of answers. `documentHash` is null where none could be computed. */
export function signBody(sheet: Answered, documentHash: string | null): SignBody {
  const values = sheet.fields.flatMap((field) => {
    if (sheet.isFixed(field)) return [];
    const value = sheet.valueOf(field);
    if (markPurpose(field) !== null) {
      // A required mark is placed by the signature that comes along.
      return field.required ? [] : [{ fieldId: field.id, value: value === 'true' ? 'true' : 'false' }];
    }
    const isTick =
      field.type === 'checkbox' || (field.type === 'radio' && (field.options ?? []).length === 0);
    if (isTick) return [{ fieldId: field.id, value: value === 'true' ? 'true' : 'false' }];
    // An emptied answer is sent, because the server would put the prefilled value in the place of an absent one.
    return value === '' && field.prefillValue === null ? [] : [{ fieldId: field.id, value }];
  });
  return {
    values,
    ...(isUsed(sheet, 'signature') && sheet.marks.signature !== undefined
      ? { signature: sheet.marks.signature }
      : {}),
    ...(isUsed(sheet, 'initials') && sheet.marks.initials !== undefined
      ? { initials: sheet.marks.initials }
      : {}),
    ...(documentHash === null ? {} : { documentHash }),
  };
}

/** The server's issues (`details.issues` of a 422) by field, and those that name no field of the sheet. */
export function refusedAnswers(
  sheet: Answered,
  body: SignBody,
  issues: unknown,
): { readonly byField: Map<string, string>; readonly others: string[] } {
  const byField = new Map<string, string>();
  const others: string[] = [];
  for (const { path, message } of readIssues(issues)) {
    const fieldId = fieldOfPath(body, path) ?? sheet.fields.find(({ id }) => message.includes(id))?.id;
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

function fieldOfPath(body: SignBody, path: string): string | undefined {
  const index = /^\/values\/(\d+)/.exec(path)?.[1];
  return index === undefined ? undefined : body.values[Number(index)]?.fieldId;
}
