import { fail, type ActionFailure } from '@sveltejs/kit';
import { ERRORS } from '#domain/errors.ts';
import { m } from '#i18n/compiled/messages.js';
import { toWireError, type WireError } from '#wire/error.ts';
import { formatIssue, formatRefusal } from './refusal-text.ts';

/**
 * What a form shows after a refusal: a sentence, what is wrong with each input (by input name), and what was
 * typed.
 */
export type FormProblem = {
  readonly problem: string;
  readonly issues: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<string, string>>;
};

/** Words a form's refusals in the form's own terms. */
export type RefusalWords = {
  /** Maps the issues of a refusal to input names. */
  readonly issuesOf?: typeof groupIssuesByInput;
  /** Returns the sentence for a refusal, or null for the default one. */
  readonly explain?: (refused: WireError) => string | null;
};

/**
 * Returns a form action's failure for a refusal, and rethrows anything else. Never keeps a password or a
 * code.
 */
export function toFormFailure(
  thrown: unknown,
  form: FormData,
  { issuesOf = groupIssuesByInput, explain }: RefusalWords = {},
): ActionFailure<FormProblem> {
  const refused = toWireError(thrown);
  if (refused === null) throw thrown;
  const issues = issuesOf(refused.details?.['issues']);
  const problem = explain?.(refused) ?? describeProblem(refused, issues);
  return fail(ERRORS[refused.code].status, { problem, issues, values: keepValues(form) });
}

function describeProblem(refused: WireError, issues: Readonly<Record<string, string>>): string {
  if (Object.keys(issues).length > 0) return m.common_check_form();
  const isSessionOver = refused.code === 'unauthorized' && refused.message === ERRORS.unauthorized.message;
  return isSessionOver ? m.common_session_ended() : formatRefusal(refused);
}

/**
 * Turns the `[{path, message}]` of a refusal into texts by input. The first step of the JSON pointer is the
 * input's name, or all of them with dots between, for an input within an object.
 */
export function groupIssuesByInput(issues: unknown): Record<string, string> {
  const byInput: Record<string, string> = {};
  if (!Array.isArray(issues)) return byInput;
  for (const issue of issues) {
    if (typeof issue?.path !== 'string' || typeof issue.message !== 'string') continue;
    const [name = '', ...inner] = issue.path.split('/').slice(1);
    byInput[name] ??= formatIssue(issue.message);
    if (inner.length > 0) byInput[[name, ...inner].join('.')] ??= formatIssue(issue.message);
  }
  return byInput;
}

const SECRET = /password|code|token|secret/i;

function keepValues(form: FormData): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [name, value] of form) if (typeof value === 'string' && !SECRET.test(name)) values[name] = value;
  return values;
}
