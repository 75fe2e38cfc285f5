import { NUMERAL, parseNumeral } from './numerals.ts';

const PERIOD = new RegExp(
  String.raw`(?<![\p{L}\d.])(${NUMERAL})[\s-]{0,2}(?:\(\s?(\d{1,3})\s?\)[\s-]{0,2})?(?:full |calendar |consecutive |contract |additional )?(years?|months?|days|weeks?|jahr(?:e|en|es)?|monat(?:e|en|s)?|ans|années|mois|meses|mesi|maand(?:en)?|jaar|jaren|años?|anos?|anni|anno)(?:\(s\))?(?![\p{L}])`,
  'giu',
);
const RENEWAL = /(?:renew|additional|successive|extend|further|subsequent|option)[^.]{0,45}$/i;
const LENGTH_BEFORE =
  /(?:läuft|für|dauer von|durée de|(?:plazo|duración) de|durata di|prazo de|(?:duur|periode|looptijd) van|for|of|be|is|continue|period|term|shall|will|extend|until|end|end(?:ing|s)?|terminate|runs?|valid|lasts?|:|,|"|\))(?: (?:an?|the|approximately|initial|about|at least|on|until|for|to|term of|period of|is|not to exceed))*[\s"(]{0,3}$/i;
const ANNIVERSARY = new RegExp(
  String.raw`(?<![\p{L}])(?:(${NUMERAL})\s?(?:\(\s?(\d{1,2})\s?(?:s\s?t|n\s?d|r\s?d|t\s?h)?\s?\)\s?)?)?(?:year )?anniversary`,
  'giu',
);
const AFTER_THE_END =
  /^['’]?s? (?:prior|advance|written|notice|before)|^ (?:renewal|extension)|^,? (?:following|after|from|beyond)(?: the| any| such)?(?: date of| effective date of)?(?: such| the)? (?:expir|terminat|end\b|conclusion)/i;

export type Length = { readonly count: number; readonly unit: 'months' | 'days' };

/** Returns the length of a term that a clause states as an anniversary of the contract's start, or null. */
export function parseAnniversary(words: string): Length | null {
  for (const match of words.matchAll(ANNIVERSARY)) {
    if (RENEWAL.test(words.slice(Math.max(0, match.index - 60), match.index))) continue;
    if (OTHER_START.test(words.slice(match.index + match[0].length))) continue;
    const years = match[2] ?? match[1];
    const count = years === undefined ? 1 : parseNumeral(years);
    if (count !== null && count >= 1 && count <= 99) return { count: count * 12, unit: 'months' };
  }
  return null;
}

/** Matches an anniversary of something other than the contract's start. */
const OTHER_START =
  /^ (?:date )?of (?!(?:the |this |such |its |said )?(?:effective|commence|date|start|execution|launch|agreement|contract|signing|initial term|closing|first|[A-Z][a-z]+ \d))/i;

/**
 * Returns the length of the contract's first term, or null. Renewals and periods after the term's end don't
 * count.
 */
export function parsePeriod(words: string): Length | null {
  for (const match of words.matchAll(PERIOD)) {
    const before = words.slice(Math.max(0, match.index - 60), match.index);
    const after = words.slice(match.index + match[0].length, match.index + match[0].length + 40);
    if (RENEWAL.test(before) || !LENGTH_BEFORE.test(before)) continue;
    if (
      AFTER_THE_END.test(after) ||
      /(?:during|throughout) (?:the|its|their) [^,.]{0,30}term[^.]{0,60}$/i.test(before)
    )
      continue;
    const count = parseNumeral(match[2] ?? match[1] ?? '');
    const unit = (match[3] ?? '').toLowerCase();
    if (count === null || count < 1) continue;
    if (/^(?:y|jahr|jaa?r|an|añ)/.test(unit))
      return count > 99 ? null : { count: count * 12, unit: 'months' };
    if (/^m/.test(unit)) return { count, unit: 'months' };
    return { count: unit.startsWith('w') ? count * 7 : count, unit: 'days' };
  }
  return null;
}
