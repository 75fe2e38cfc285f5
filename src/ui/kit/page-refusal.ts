import { error } from '@sveltejs/kit';
import { ERRORS } from '#domain/errors.ts';
import { toWireError } from '#wire/error.ts';
import { formatRefusal } from './refusal-text.ts';

/** Shows the error page for an expected refusal while a page loads; rethrows anything else. */
export function throwPageRefusal(thrown: unknown): never {
  const refused = toWireError(thrown);
  if (refused === null) throw thrown;
  error(ERRORS[refused.code].status, { message: formatRefusal(refused), code: refused.code });
}
