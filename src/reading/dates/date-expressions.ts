import { toDay, countMonthDays, type Day } from './calendar.ts';
import { NUMERAL, parseNumeral, parseWrittenYear } from './numerals.ts';

/** A date in the text. `day` is null if a part is blank or struck out. */
export type DateExpression = { readonly day: Day | null; readonly start: number; readonly end: number };

const MONTHS: readonly (readonly string[])[] = [
  ['january', 'jan', 'januar', 'jänner', 'janvier', 'enero', 'gennaio', 'januari', 'janeiro'],
  ['february', 'feb', 'februar', 'février', 'fevrier', 'febrero', 'febbraio', 'februari', 'fevereiro'],
  ['march', 'mar', 'märz', 'mars', 'marzo', 'maart', 'março'],
  ['april', 'apr', 'avril', 'abril', 'aprile'],
  ['may', 'mai', 'mayo', 'maggio', 'mei', 'maio'],
  ['june', 'jun', 'juni', 'juin', 'junio', 'giugno', 'junho'],
  ['july', 'jul', 'juli', 'juillet', 'julio', 'luglio', 'julho'],
  ['august', 'aug', 'août', 'aout', 'agosto', 'augustus'],
  ['september', 'sept', 'sep', 'septembre', 'septiembre', 'settembre', 'setembro'],
  ['october', 'oct', 'okt', 'oktober', 'octobre', 'octubre', 'ottobre', 'outubro'],
  ['november', 'nov', 'novembre', 'noviembre', 'novembro'],
  ['december', 'dec', 'dez', 'dezember', 'décembre', 'decembre', 'diciembre', 'dicembre', 'dezembro'],
];
const MONTH_NUMBERS = new Map(
  MONTHS.flatMap((names, index) => names.map((name) => [name, index + 1] as const)),
);
const MONTH = `(?<![\\p{L}])(?:${[...MONTH_NUMBERS.keys()].sort((a, b) => b.length - a.length).join('|')})(?![\\p{L}])\\.?`;
const BLANK = '(?:[_\\u2026.\\-\\u25cf\\u2022*]{2,}|_|\\u25cf|\\[[^\\]\\n]{0,20}\\])';
const YEAR = `(?:(?:19|20|21)\\d{2}(?!\\d)|two thousand(?: and)?(?: [a-z]+(?:-[a-z]+)?)?|nineteen (?:hundred (?:and )?)?[a-z]+(?:-[a-z]+)?)`;
const OF = "(?:\\s*(?:of|de|del|d['’])?\\s*)";
const GAP = '[\\s,]{0,3}(?:(?:of|in|de|del|in the year(?: of our Lord)?|A\\.?D\\.?)\\s+)?';

/** The forms of a date, with named parts. The first form that matches at a place wins. */
const FORMS: readonly RegExp[] = [
  /(?<![\d.-])(?<y>(?:19|20|21)\d{2})(?<sep>[-/.])(?<m>\d{1,2})\k<sep>(?<d>\d{1,2})(?![\d])/gu,
  /(?<y>(?:19|20|21)\d{2})\s?年\s?(?<m>\d{1,2})\s?月\s?(?<d>\d{1,2})\s?日/gu,
  compileForm(
    `(?<mon>${MONTH})\\s*(?<d>\\d{1,2}(?:\\s?(?:s\\s?t|n\\s?d|r\\s?d|t\\s?h))?|${BLANK})(?![\\d:])${GAP}(?<y>${YEAR})`,
  ),
  compileForm(
    `(?<![\\d\\p{L}.])(?<d>${NUMERAL}|${BLANK})\\s*(?:\\([^)]{1,6}\\)\\s*)?(?:day${OF})?${OF}(?:-{1,5}\\s)?(?<mon>${MONTH}|${BLANK})${GAP}(?<y>${YEAR}|(?:19|20)${BLANK})`,
  ),
  compileForm(`(?<d>${BLANK}|(?<=this|the)\\s)\\s?day\\s?of\\s?(?<mon>${MONTH}|${BLANK})`),
  compileForm(`(?<mon>${BLANK})(?<d>)\\s?,\\s?(?<y>(?:19|20)\\d{2}(?!\\d)|(?:19|20)_{1,4})`),
  compileForm(`(?<mon>${MONTH})\\s+(?<d>${BLANK})[\\s,]{0,3}(?<y>${YEAR}|(?:19|20)${BLANK})`),
  compileForm(`last day (?:of|in)(?: the month of)? (?<mon>${MONTH})(?<d>)${GAP}(?<y>${YEAR})`),
  /(?<![\d/.$-])(?<a>\d{1,2})(?<sep>[-/.])(?<b>\d{1,2})\k<sep>(?<y>(?:19|20|21)\d{2}|\d{2})(?![\d/]|[.-]\d|%)/gu,
];

function compileForm(source: string): RegExp {
  return new RegExp(source, 'giu');
}

/**
 * Returns every date of a text, in order. `a/b/year` starts with the month unless it has periods, `dayFirst`
 * is set, or the month would be invalid.
 */
export function findDateExpressions(text: string, dayFirst = false): DateExpression[] {
  const found: DateExpression[] = [];
  for (const pattern of FORMS) {
    for (const match of text.matchAll(pattern)) {
      const groups = match.groups ?? {};
      const end = match.index + match[0].length;
      if (found.some((other) => match.index < other.end && other.start < end)) continue;
      const day =
        groups['a'] === undefined ? parseNamedDate(groups, match[0]) : parseNumericDate(groups, dayFirst);
      if (day === undefined) continue;
      found.push({ day, start: match.index, end });
    }
  }
  return found.sort((a, b) => a.start - b.start);
}

type Parts = Readonly<Partial<Record<string, string>>>;

/** Returns undefined if there is no date at all, and null for a date with a blank in it. */
function parseNamedDate(parts: Parts, whole: string): Day | null | undefined {
  const month = parts['m'] === undefined ? parseMonth(parts['mon'] ?? '') : Number(parts['m']);
  const year = parseYear(parts['y'] ?? '');
  if (month === null || year === null) return /\p{L}|_/u.test(whole) ? null : undefined;
  if (/^last day/i.test(whole)) return toDay(year, month, countMonthDays(year, month));
  const day = parseNumeral(parts['d'] ?? '');
  if (day === null) return null;
  return toDay(year, month, day) ?? undefined;
}

function parseNumericDate({ a = '', b = '', y = '', sep }: Parts, dayFirst: boolean): Day | undefined {
  const year = y.length === 2 ? expandTwoDigitYear(Number(y)) : Number(y);
  if (y.length === 2 && sep !== '/' && sep !== '-') return undefined;
  const [first, second] = [Number(a), Number(b)];
  const monthFirst = toDay(year, first, second);
  const monthSecond = toDay(year, second, first);
  return (dayFirst || sep === '.' ? (monthSecond ?? monthFirst) : (monthFirst ?? monthSecond)) ?? undefined;
}

/** Maps 60..99 to 1960..1999 and 00..59 to 2000..2059. */
function expandTwoDigitYear(year: number): number {
  return year < 60 ? 2000 + year : 1900 + year;
}

function parseMonth(word: string): number | null {
  return MONTH_NUMBERS.get(word.toLowerCase().replace(/\.$/, '')) ?? null;
}

function parseYear(year: string): number | null {
  return /^\d{4}$/.test(year) ? Number(year) : parseWrittenYear(year);
}
