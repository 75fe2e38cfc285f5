import type { SignBody } from '#wire/signer.ts';
import { m } from '#i18n/compiled/messages.js';
import type { Answered } from './submission.ts';

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
    const purpose = /^\/(?:signature|initials|stamp)\b/.exec(path) === null ? null : path.split('/')[1];
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
