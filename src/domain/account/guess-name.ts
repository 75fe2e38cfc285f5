import { capitalize } from '../text.ts';

/**
 * Guesses a person's name from their address, such as Ada Lovelace from ada.lovelace@example.com. Returns null for
 * an address that doesn't have two names.
 */
export function guessPersonName(email: string): string | null {
  const words = email.replace(/[+@].*$/, '').split(/[._-]+/);
  if (words.length < 2 || !words.every((word) => /^\p{L}{2,}$/u.test(word))) return null;
  return words.map(capitalize).join(' ');
}
