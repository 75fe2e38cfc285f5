import { fail, type ActionFailure } from '@sveltejs/kit';
import { ERRORS } from '#domain/errors.ts';
import { refusalOf, type WireError } from '#wire/error.ts';

/** What a form shows after a refusal: a sentence, what is wrong with each input by its name, and what was typed. */
export type FormProblem = {
  readonly problem: string;
  readonly issues: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<string, string>>;
};

/** The failure of a form action for an expected refusal; anything else is thrown on. Never keeps a password or a code. */
export function formFailure(thrown: unknown, form: FormData): ActionFailure<FormProblem> {
  const refused = refusalOf(thrown);
  if (refused === null) throw thrown;
  const issues = issuesByInput(refused.details?.['issues']);
  const problem = problemOf(refused, issues);
  return fail(ERRORS[refused.code].status, { problem, issues, values: keptValues(form) });
}

function problemOf({ code, message }: WireError, issues: Readonly<Record<string, string>>): string {
  if (Object.keys(issues).length > 0) return 'Please check what is marked below.';
  const isSessionOver = code === 'unauthorized' && message === ERRORS.unauthorized.message;
  return isSessionOver ? SESSION_OVER : message;
}

const SESSION_OVER =
  'Your session has ended. Log in again in another tab, then press the button here once more: nothing that you typed is lost.';

/** Turns `[{path, message}]` of a refusal into sentences by input: the first step of the JSON pointer names it. */
export function issuesByInput(issues: unknown): Record<string, string> {
  const byInput: Record<string, string> = {};
  if (!Array.isArray(issues)) return byInput;
  for (const issue of issues) {
    if (typeof issue?.path !== 'string' || typeof issue.message !== 'string') continue;
    const name = issue.path.split('/')[1] ?? '';
    byInput[name] ??= sentence(issue.message);
  }
  return byInput;
}

const SECRET = /password|code|token/i;

function keptValues(form: FormData): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [name, value] of form) if (typeof value === 'string' && !SECRET.test(name)) values[name] = value;
  return values;
}

function sentence(schemaWords: string): string {
  // The schema library speaks to programmers about lengths; everything else it says is already in our words.
  const message = schemaWords
    .replace(/^Too small: expected string to have >=1 characters$/, 'must not be empty')
    .replace(/^Too small: expected string to have >=(\d+) characters$/, 'must have at least $1 characters')
    .replace(/^Too big: expected string to have <=(\d+) characters$/, 'must have at most $1 characters');
  const text = message.charAt(0).toUpperCase() + message.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
