/** The changes to an account's security that the account's owner is emailed about. */
export type AccountChange =
  | 'password_changed'
  | 'password_reset'
  /** Its owner is told at the old address. */
  | 'email_changed'
  /** Its owner is told at the new address, which somebody else chose. */
  | 'email_assigned'
  /** Everything from before the address was verified was removed. */
  | 'cleared'
  | 'totp_enabled'
  | 'totp_disabled'
  | 'recovery_codes_renewed'
  | 'recovery_code_used'
  | 'passkey_added'
  | 'passkey_removed';
