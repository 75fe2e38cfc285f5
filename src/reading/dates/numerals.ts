/** Numbers in words: cardinals, ordinals, and counts in the languages of the date grammar. */
const UNITS = [
  ['one', 'first', 'un', 'une', 'uno', 'una', 'ein', 'eine', 'einem', 'einen', 'einer'],
  ['two', 'second', 'deux', 'dos', 'due', 'zwei', 'twee', 'dois', 'duas'],
  ['three', 'third', 'trois', 'tres', 'tre', 'drei', 'drie'],
  ['four', 'fourth', 'quatre', 'cuatro', 'quattro', 'vier', 'quatro'],
  ['five', 'fifth', 'cinq', 'cinco', 'cinque', 'fünf', 'vijf'],
  ['six', 'sixth', 'seis', 'sei', 'sechs', 'zes'],
  ['seven', 'seventh', 'sept', 'siete', 'sette', 'sieben', 'zeven', 'sete'],
  ['eight', 'eighth', 'huit', 'ocho', 'otto', 'acht', 'oito'],
  ['nine', 'ninth', 'neuf', 'nueve', 'nove', 'neun', 'negen'],
  ['ten', 'tenth', 'dix', 'diez', 'dieci', 'zehn', 'tien', 'dez'],
  ['eleven', 'eleventh', 'onze', 'once', 'undici', 'elf'],
  ['twelve', 'twelfth', 'douze', 'doce', 'dodici', 'zwölf', 'twaalf'],
  ['thirteen', 'thirteenth'],
  ['fourteen', 'fourteenth'],
  ['fifteen', 'fifteenth', 'quinze', 'quince'],
  ['sixteen', 'sixteenth'],
  ['seventeen', 'seventeenth'],
  ['eighteen', 'eighteenth'],
  ['nineteen', 'nineteenth'],
] as const;
const TENS = [
  ['twenty', 'twentieth', 20],
  ['thirty', 'thirtieth', 30],
  ['forty', 'fortieth', 40],
  ['fifty', 'fiftieth', 50],
  ['sixty', 'sixtieth', 60],
  ['seventy', 'seventieth', 70],
  ['eighty', 'eightieth', 80],
  ['ninety', 'ninetieth', 90],
] as const;

const VALUES = new Map<string, number>([
  ...UNITS.flatMap((words, index) => words.map((word) => [word, index + 1] as const)),
  ...TENS.flatMap(([cardinal, ordinal, value]) => [[cardinal, value] as const, [ordinal, value] as const]),
]);
const WORD = [...VALUES.keys()].sort((a, b) => b.length - a.length).join('|');

/**
 * The source of a pattern that matches a number of up to three digits, in words or digits, including ordinal
 * endings.
 */
export const NUMERAL = `(?:\\d{1,3}(?:\\s?(?:s\\s?t|n\\s?d|r\\s?d|t\\s?h|er|º|ª|\\.))?(?![\\d,.]\\d)|(?:${WORD})(?:[\\s-](?:${WORD}))?)`;

/** Parses a numeral: "twenty-first" → 21, "1s t" → 1. Returns null if it can't. */
export function parseNumeral(numeral: string): number | null {
  const digits = /^\d{1,4}/.exec(numeral.trim())?.[0];
  if (digits !== undefined) return Number(digits);
  const parts = numeral
    .toLowerCase()
    .split(/[\s-]+/)
    .filter((part) => part !== '' && part !== 'and');
  let sum = 0;
  for (const part of parts) {
    const value = VALUES.get(part);
    if (value === undefined) return null;
    sum += value;
  }
  return parts.length === 0 ? null : sum;
}

/** Parses a year in words: "two thousand and nineteen", "nineteen ninety-nine". Returns null if it can't. */
export function parseWrittenYear(words: string): number | null {
  const thousand = /^two\s+thousand(?:\s+and)?(?:\s+(.+))?$/i.exec(words.trim());
  if (thousand !== null) return thousand[1] === undefined ? 2000 : addNumeral(2000, thousand[1]);
  const century = /^(nineteen|twenty)(?:\s+hundred(?:\s+and)?)?\s+(.+)$/i.exec(words.trim());
  if (century?.[1] === undefined || century[2] === undefined) return null;
  return addNumeral(century[1].toLowerCase() === 'nineteen' ? 1900 : 2000, century[2]);
}

function addNumeral(base: number, rest: string): number | null {
  const value = parseNumeral(rest);
  return value === null ? null : base + value;
}
