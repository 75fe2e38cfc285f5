/**
 * A second factor as entered: the digits from an authenticator app, or a recovery code in the form that is
 * hashed.
 */
export type OfferedCode =
  { readonly kind: 'totp'; readonly digits: string } | { readonly kind: 'recovery'; readonly code: string };

/** How long one code of an authenticator app is valid (RFC 6238 section 5.2). */
export const TOTP_PERIOD_SECONDS = 30;
export const TOTP_DIGITS = 6;
/** The length of a recovery code in characters: 80 bits in base32. */
export const RECOVERY_CODE_CHARS = 16;

/** When this many codes or fewer are left, their owner should create new ones. */
export const RECOVERY_CODES_LOW = 3;

/**
 * Reads a code as people type it: with spaces and hyphens, in upper or lower case, and with letters that look
 * like digits.
 */
export function readCode(text: string): OfferedCode | null {
  const compact = text.replace(/[\s-]/g, '').toLowerCase();
  if (/^\d{6}$/.test(compact)) return { kind: 'totp', digits: compact };
  const code = compact.replaceAll('o', '0').replaceAll(/[il]/g, '1');
  return /^[0-9a-hjkmnp-tv-z]{16}$/.test(code) ? { kind: 'recovery', code } : null;
}

/** Formats a recovery code for display, in groups of four. */
export function formatRecoveryCode(code: string): string {
  return code.match(/.{4}/g)?.join('-') ?? code;
}
