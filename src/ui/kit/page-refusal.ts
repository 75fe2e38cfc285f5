import { error } from '@sveltejs/kit';
import { ERRORS } from '#domain/errors.ts';
import { refusalOf } from '#wire/error.ts';
import { refusalText } from './refusal-text.ts';

/** Shows the error page for an expected refusal while a page loads; rethrows anything else. */
export function pageRefusal(thrown: unknown): never {
  const refused = refusalOf(thrown);
  if (refused === null) throw thrown;
  error(ERRORS[refused.code].status, { message: refusalText(refused), code: refused.code });
}
