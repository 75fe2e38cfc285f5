import { fail, type ActionFailure } from '@sveltejs/kit';
import { ERRORS } from '#domain/errors.ts';
import { m } from '#i18n/compiled/messages.js';
import { refusalOf, type WireError } from '#wire/error.ts';
import { issueText, refusalText } from './refusal-text.ts';

/** What a form shows after a refusal: a sentence, what is wrong with each input by its name, and what was typed. */
export type FormProblem = {
  readonly problem: string;
  readonly issues: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<string, string>>;
};

/** Returns a form action's failure for an expected refusal; rethrows anything else. Never keeps a password or a code. */
export function formFailure(thrown: unknown, form: FormData): ActionFailure<FormProblem> {
  const refused = refusalOf(thrown);
  if (refused === null) throw thrown;
  const issues = issuesByInput(refused.details?.['issues']);
  const problem = problemOf(refused, issues);
  return fail(ERRORS[refused.code].status, { problem, issues, values: keptValues(form) });
}

function problemOf(refused: WireError, issues: Readonly<Record<string, string>>): string {
  if (Object.keys(issues).length > 0) return m.common_check_form();
  const isSessionOver = refused.code === 'unauthorized' && refused.message === ERRORS.unauthorized.message;
  return isSessionOver ? m.common_session_ended() : refusalText(refused);
}

/** Turns `[{path, message}]` of a refusal into texts by input: the first step of the JSON pointer names it. */
export function issuesByInput(issues: unknown): Record<string, string> {
  const byInput: Record<string, string> = {};
  if (!Array.isArray(issues)) return byInput;
  for (const issue of issues) {
    if (typeof issue?.path !== 'string' || typeof issue.message !== 'string') continue;
    const name = issue.path.split('/')[1] ?? '';
    byInput[name] ??= issueText(issue.message);
  }
  return byInput;
}

const SECRET = /password|code|token/i;

function keptValues(form: FormData): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [name, value] of form) if (typeof value === 'string' && !SECRET.test(name)) values[name] = value;
  return values;
}
