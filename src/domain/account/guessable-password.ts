/** A password is still common if it is a common word with up to this many characters around it. */
export const PADDING_MAX = 4;

/**
 * Checks whether a password is one that attackers try first: a common one, the person's own name or address,
 * or one of these with a few digits or signs around it. `isCommon` receives the text in lowercase.
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
  return candidates.some(
    (candidate) =>
      isCommon(candidate) ||
      names.includes(candidate.replaceAll(/[^\p{L}\d]/gu, '')) ||
      isOneCharacter(candidate),
  );
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
