import { m } from '#i18n/compiled/messages.js';
import type { SignInTrouble } from './code-entry.svelte.ts';

type Names = { readonly provider: string; readonly sender: string };

const WORDS: Readonly<Record<SignInTrouble['why'], (names: Names) => string>> = {
  email: () => m.signin_other_email(),
  email_unverified: m.signin_unverified,
  name: m.signin_other_name,
  acr: m.signin_not_accepted,
  claims: m.signin_not_accepted,
  invalid: () => m.signin_invalid(),
  refused: () => m.signin_refused(),
  provider_failed: m.signin_failed,
  provider_disabled: m.signin_disabled,
};

/** Explains why a sign-in didn't work, what to do, and how many tries are left. */
export function describeSignInTrouble(
  { why, attemptsLeft }: SignInTrouble,
  provider: string,
  sender: string,
): string {
  const words = WORDS[why]({ provider, sender });
  return attemptsLeft === null ? words : `${words} ${m.signin_attempts_left({ count: attemptsLeft })}`;
}
