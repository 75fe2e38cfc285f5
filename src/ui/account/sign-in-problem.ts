import { SIGN_IN_PROBLEMS } from '#domain/organization/identity/single-sign-on.ts';
import { m } from '#i18n/compiled/messages.js';

/**
 * Explains in the page's language why a sign-in with an identity provider failed. Returns null for anything
 * unknown.
 */
export function explainSignInProblem(problem: string | null): string | null {
  const known = SIGN_IN_PROBLEMS.find((name) => name === problem);
  return known === undefined ? null : m[`account_sso_problem_${known}`]();
}
