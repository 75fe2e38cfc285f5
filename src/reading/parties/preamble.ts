import { LEGAL_FORM } from './legal-forms.ts';

/**
 * The part of a text that names the parties: from `between …` up to the recitals. `opening` is the start of
 * its sentence.
 */
export type Preamble = { readonly opening: number; readonly start: number; readonly end: number };

/**
 * The largest offset of a preamble in a text, in characters. Leaves room for a cover page and a table of
 * contents.
 */
const REACH = 40_000;
const LONGEST = 4_000;
const OPENING = 450;

const BETWEEN =
  /(?<![\p{L}])(?:by,? (?:and )?(?:between|among(?:st)?)|(?:between|among(?:st)?)(?:,? and (?:between|among))?|zwischen|entre|tra|tussen|pomiędzy|między|(?:por|de) una parte|de ondergetekenden|PARTIES(?=:? (?:\(1\)|1\.|\([aA]\))))(?![\p{L}])(?: (?:the following parties|the undersigned|the parties|les soussignés|den Parteien|ondergetekenden|folgenden Parteien))?\s?[:,]?/giu;
const RECITALS =
  /(?<![\p{L}])(?:WHEREAS|Whereas|WHEREBY|R ?E ?C ?I ?T ?A ?L ?S?|Recitals|BACKGROUND|Background|PREAMBLE|PRELIMINARY STATEMENTS?|W ?I ?T ?N ?E ?S ?S ?E ?T ?H|NOW,? THEREFORE|In consideration|IN CONSIDERATION|INTRODUCTION|TABLE OF CONTENTS|AGREEMENT:|DEFINITIONS|Definitions|TERMS AND CONDITIONS|Präambel|ATTENDU|EXPOSÉ|(?:ARTICLE|Article|SECTION|Section) (?:1|I|ONE)\b|(?:1|I|A)\. (?=[A-Z"]))|(?<=[.)"] )(?:The [Pp]arties|This Agreement|It is|By this|Each of|Each a|For good|Source:|THE PARTIES|The terms|Capitalized)/gu;
const MAKING =
  /(?:agreement|contract|amendment|addendum|made|entered|dated|effective|concluded|executed|date|vertrag|contrat|contrato|contratto|overeenkomst|umowa|zawart|acuerdo|accordo|acordo|gesloten)/i;
const DEFINED = /\((?:[^()"]|\([^()]{0,40}\)){0,120}"[^"]{1,60}"/g;
/** Matches the opening of the agreement itself after a cover page that names the parties. */
const AGAIN =
  /(?<![\p{L}])(?:(?:THIS|This) [\p{L} -]{0,80}(?:AGREEMENT|Agreement|Contract|CONTRACT)\b|(?:by and )?(?:between|among)(?! them\b))/u;
const FORM = new RegExp(`[\\s,]${LEGAL_FORM}(?![\\p{L}])`, 'giu');

/** Returns the most plausible preamble of a text, or null. */
export function findPreamble(text: string): Preamble | null {
  const head = text.slice(0, REACH);
  let best: { score: number; found: Preamble } | null = null;
  for (const match of head.matchAll(BETWEEN)) {
    const start = match.index + match[0].length;
    const region = text.slice(start, start + LONGEST);
    const stop =
      [...region.matchAll(RECITALS)].find(({ index }) => index > 25)?.index ?? Math.min(region.length, 1_500);
    const again = AGAIN.exec(region.slice(0, stop))?.index ?? stop;
    const end = start + again;
    const opening = Math.max(0, match.index - OPENING);
    const score = scorePlausibility(text.slice(opening, match.index), text.slice(start, end), match.index);
    if (score > 0 && (best === null || score > best.score)) best = { score, found: { opening, start, end } };
  }
  return best?.found ?? null;
}

const ROLES_ONLY = /^\s?(?:the )?[A-Z][a-z]+ and (?:(?:the )?[A-Z][a-z]+[\s,.]|the [a-z])/;

function scorePlausibility(before: string, region: string, at: number): number {
  const near = before.slice(-220);
  const defined = region.slice(0, 1_500).match(DEFINED)?.length ?? 0;
  const forms = region.slice(0, 600).match(FORM)?.length ?? 0;
  const joined = /(?:\band\b|;|\(2\)|\s(?:und|et|y|e|en|a|oraz)\s)/i.test(region);
  if (
    !joined ||
    !/^[\s:,;("'_[\]*●-]{0,12}(?:(?:the|an?|der|die|das|dem|de[nr]?|la|le|los?|el|il|het|o|don|doña) |l'|\(?[1iA]\)\.? ?)?[\p{Lu}\d_["]|^[\s:,;("]{0,6}[a-z.]+\.[a-z]/u.test(
      region,
    )
  )
    return 0;
  if (ROLES_ONLY.test(region) && forms === 0) return 0;
  const making = MAKING.test(near) ? 3 : 0;
  return (
    making +
    Math.min(defined, 3) * 2 +
    Math.min(forms, 2) -
    at / 8_000 -
    (/\bthat certain\b|\bdisput/i.test(near.slice(-120)) ? 5 : 0)
  );
}
