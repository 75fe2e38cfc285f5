import type { Effect } from '../effects.ts';
import type { AccountChange } from './account-change.ts';

/**
 * Returns the job that emails an account's owner about a security change, so that they find out if somebody
 * else made it.
 */
export function requestAccountChangeEmail(
  userId: string,
  change: AccountChange,
  now: Date,
  /** The address to send to. Default: the account's address. */
  email?: string,
): Effect {
  const payload = { userId, change, at: now.toISOString(), ...(email === undefined ? {} : { email }) };
  return { name: 'svc/account.secured', payload };
}
