/** A phone number in ITU-T E.164 format: a plus sign, the country code, and at most 15 digits in total. */
export const PHONE_PATTERN = /^\+[1-9]\d{6,14}$/;

/**
 * Removes the separators that people write in phone numbers. Returns null if the result isn't an
 * international number.
 */
export function parsePhone(text: string): string | null {
  const digits = text.replaceAll(/[\s().\u2010-\u2015/-]/g, '');
  return PHONE_PATTERN.test(digits) ? digits : null;
}

/** Returns the part of a phone number that others may see: its last two digits. */
export function maskPhone(phone: string): string {
  return `•••• ${phone.slice(-2)}`;
}
