import type { Effect } from '../effects.ts';
import type { AccountChange } from './account-change.ts';

/** Returns the email to an account's owner about a change to its security, so that they learn of it if it wasn't them. */
export function requestAccountChangeEmail(
  userId: string,
  change: AccountChange,
  now: Date,
  /** Where to; by default to the account's address. */
  email?: string,
): Effect {
  const payload = { userId, change, at: now.toISOString(), ...(email === undefined ? {} : { email }) };
  return { name: 'svc/account.secured', payload };
}
