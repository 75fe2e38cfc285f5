/** A phone number as ITU-T E.164 writes it: a plus sign, the country code, and up to 15 digits in all. */
export const PHONE_PATTERN = /^\+[1-9]\d{6,14}$/;

/** Returns a phone number without the separators that people write; null if it isn't an international number. */
export function parsePhone(text: string): string | null {
  const digits = text.replaceAll(/[\s().\u2010-\u2015/-]/g, '');
  return PHONE_PATTERN.test(digits) ? digits : null;
}

/** Returns what others may see of a phone number: its last two digits. */
export function maskPhone(phone: string): string {
  return `•••• ${phone.slice(-2)}`;
}
