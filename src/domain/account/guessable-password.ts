import { foldLookalikes, namesProduct } from '../organization/sending/well-known-names.ts';

/** A password is still common if it is a common word with up to this many characters around it. */
export const PADDING_MAX = 4;

/** Shorter domains are in many passwords by chance. */
const DOMAIN_MIN_CHARS = 6;

/**
 * Checks whether a password is one that attackers try first: a common one, the person's own name or address,
 * or one of these with a few digits or signs around it. One that contains the product's name or the domain of
 * the person's address is, too. `isCommon` receives the text in lowercase.
 */
export function isGuessable(
  password: string,
  isCommon: (text: string) => boolean,
  own: readonly string[],
): boolean {
  const whole = password.normalize('NFKC').toLowerCase();
  const core = whole.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  const candidates = whole.length - core.length <= PADDING_MAX ? [whole, core] : [whole];
  const names = own.flatMap(listWords);
  if (namesProduct(password) || own.some((text) => containsDomain(password, text))) return true;
  return candidates.some(
    (candidate) =>
      isCommon(candidate) ||
      names.includes(candidate.replaceAll(/[^\p{L}\d]/gu, '')) ||
      isOneCharacter(candidate),
  );
}

/** Checks whether a password contains the domain of an email address, with or without its dots. */
function containsDomain(password: string, text: string): boolean {
  const at = text.lastIndexOf('@');
  if (at < 0) return false;
  // Letters that look like one, such as "rn", may also meet by chance at the start of the domain.
  return [foldLookalikes, withoutSigns].some((simplify) => {
    const domain = simplify(text.slice(at + 1));
    return domain.length >= DOMAIN_MIN_CHARS && simplify(password).includes(domain);
  });
}

/**
 * Returns a name or address in the forms that people use in passwords: the whole without signs, and each of
 * its words.
 */
function listWords(text: string): string[] {
  const lower = text.normalize('NFKC').toLowerCase();
  const words = lower.split(/[^\p{L}\d]+/u).filter((word) => word.length > 2);
  return [words.join(''), words.toReversed().join(''), ...words].filter((word) => word !== '');
}

function isOneCharacter(text: string): boolean {
  return new Set(text).size === 1;
}

function withoutSigns(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\d]/gu, '');
}
