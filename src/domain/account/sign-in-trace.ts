/** How a session was started, or moved to another organization. */
export const SIGN_IN_METHODS = [
  'password',
  'password_and_code',
  'passkey',
  'single_sign_on',
  'sign_up',
  'invitation',
  'unlock',
  'switch',
] as const;
export type SignInMethod = (typeof SIGN_IN_METHODS)[number];

/** What was wrong with an attempt to sign in, or to prove oneself in a session. */
export const ATTEMPT_PROBLEMS = [
  'wrong_password',
  'wrong_code',
  'wrong_passkey',
  /** The password or code wasn't looked at any more. */
  'too_many_attempts',
  /** The password was right, but the organization requires single sign-on. */
  'single_sign_on_required',
] as const;
export type AttemptProblem = (typeof ATTEMPT_PROBLEMS)[number];

/**
 * Checks whether the nth failure of a wave is recorded: the first one, and then whenever their number has
 * about tripled. A thousand guesses leave seven entries, each with the number so far.
 */
export function isMilestone(count: number): boolean {
  return /^[13]0*$/.test(String(count));
}
