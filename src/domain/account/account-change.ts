/** The changes to an account's security that are recorded, and that the account's owner is emailed about. */
export type AccountChange =
  | 'password_changed'
  | 'password_reset'
  /** Its owner is told at the old address. */
  | 'email_changed'
  /** Everything added before the address was verified was removed. */
  | 'cleared'
  | 'totp_enabled'
  | 'totp_disabled'
  | 'recovery_codes_renewed'
  | 'recovery_code_used'
  | 'passkey_added'
  | 'passkey_removed'
  /** Somebody who runs the instance removed all of them. */
  | 'second_factor_reset';

/**
 * What an account's owner is emailed about: a change, a sign-in in an unknown browser, or, at the new address,
 * a change of the address that somebody else made.
 */
export type AccountNotice = AccountChange | 'new_device' | 'email_assigned';
