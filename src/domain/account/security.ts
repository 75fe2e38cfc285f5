import type { Effect, EffectPayloads } from '../effects.ts';
import type { AccountNotice } from './account-change.ts';

/** Where a request came from. */
type Origin = { readonly ipAddress: string | null; readonly userAgent: string | null };

/**
 * Returns the job that emails an account's owner about a security change or a sign-in in an unknown browser,
 * so that they find out if it was somebody else.
 */
export function requestAccountChangeEmail(
  userId: string,
  change: AccountNotice,
  now: Date,
  {
    email,
    from,
  }: {
    /** The address to send to. Default: the account's address. */
    readonly email?: string;
    readonly from?: Origin;
  } = {},
): Effect {
  const payload = {
    ...{ userId, change, at: now.toISOString() },
    ...(email === undefined ? {} : { email }),
    ...(from === undefined ? {} : { from }),
  };
  return { name: 'svc/account.secured', payload };
}

/** Returns the job that records a failed attempt to sign in. */
export function requestAttemptRecord(payload: EffectPayloads['svc/account.attempt_failed']): Effect {
  return { name: 'svc/account.attempt_failed', payload };
}
