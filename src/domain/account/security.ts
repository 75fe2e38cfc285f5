import type { Effect } from '../effects.ts';

/** What can change about how an account is protected, with the words of the mail that tells its owner. */
export const ACCOUNT_CHANGES = {
  password_changed: 'Your password was changed',
  password_reset: 'Your password was set anew by a link mailed to you',
  cleared:
    'The passkeys, authenticator app, API keys and agents from before your address was proved were removed',
  totp_enabled: 'An authenticator app was added to your account',
  totp_disabled: 'The authenticator app was removed from your account',
  recovery_codes_renewed: 'New recovery codes were made, and the old ones are void',
  recovery_code_used: 'Somebody logged in with one of your recovery codes',
  passkey_added: 'A passkey was added to your account',
  passkey_removed: 'A passkey was removed from your account',
} as const;

export type AccountChange = keyof typeof ACCOUNT_CHANGES;

/** The mail that is owed when the protection of an account changes: its owner must learn of what a thief did. */
export function accountChanged(userId: string, change: AccountChange, now: Date): Effect {
  return { name: 'svc/account.secured', payload: { userId, change, at: now.toISOString() } };
}
