/** Browsers differ in whether they quote the name. */
const FAMILY = /^["']?Signature Japanese["']?$/;
let letters: Promise<ReadonlySet<string>> | undefined;

/** Returns the letters that the Japanese handwriting has. Loads their list, not the letters. */
export function loadJapaneseHand(): Promise<ReadonlySet<string>> {
  return (letters ??= load());
}

async function load(): Promise<ReadonlySet<string>> {
  await import('./japanese-font.css');
  const ranges = [...document.fonts]
    .filter(({ family }) => FAMILY.test(family))
    .flatMap(({ unicodeRange }) => unicodeRange.split(','));
  return new Set(ranges.flatMap(listLetters));
}

/** Lists the letters of a range such as `U+4E00` or `U+3041-3096`. */
function listLetters(range: string): string[] {
  const [first = 0, last = first] = range
    .trim()
    .replace(/^U\+/i, '')
    .split('-')
    .map((code) => Number.parseInt(code, 16));
  return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index));
}
