import { LEGAL_FORM } from './legal-forms.ts';
import { isRole } from './party-roles.ts';
import type { NamedSegment } from './party-names.ts';

const HEAD = 3_000;
const WORDS = String.raw`((?:[\p{Lu}\d][\p{L}\d.'&/-]*,?\s(?:of\s|and\s|&\s|the\s|for\s)?){1,8}?(?i:${LEGAL_FORM}))(?![\p{L}])`;
/** Words that introduce a defined term. */
const CALLED =
  "the|hereinafter|hereafter|herein|referred to as|known as|nachfolgend|im folgenden|im Folgenden|nachstehend|ci-après|dénommée?|en adelante|en lo sucesivo|di seguito|doravante|hierna|(?:te )?noemen|le|la|el|il|o|a|l'";
/**
 * Matches a legal person with a defined term after its name or description: "Acme Funds Distributor, LLC,
 * ("Acme")".
 */
const DEFINED = new RegExp(
  String.raw`(?<![\p{L}])${WORDS},?\s?(?:an?\s[^"()]{0,120})?[(,]\s?(?:(?:${CALLED})[\s,:]+){0,3}"([^"]{1,40})"`,
  'gu',
);
/** Matches a person with a role: "Ezra T. Lindqvist ("Guarantor")". */
const PERSON = new RegExp(
  String.raw`(?<![\p{L}])((?:\p{Lu}[\p{L}'-]+|\p{Lu}\.)(?: (?:\p{Lu}[\p{L}'-]+|\p{Lu}\.)){1,3}),?\s?\(\s?(?:(?:${CALLED})[\s,:]+){0,3}"([^"]{1,40})"`,
  'gu',
);
/**
 * Matches a role on a cover and a person: "LOCATÁRIA: Renata Figueiredo", "Mieter: Nadja und Oliver Stern,
 * Kassel".
 */
const LABELED_PERSON =
  /(?<![\p{L}])(\p{Lu}[\p{L}/-]{3,24})\s?:\s?((?:\p{Lu}[\p{L}'-]+|\p{Lu}\.)(?: (?:\p{Lu}[\p{L}'-]+|\p{Lu}\.|und|and|et|y|e|en)){1,4})(?=[.,;(])/gu;
/** Matches a role word in the table of a cover: "Buyer: Acme Ltd." */
const LABELED = new RegExp(
  String.raw`(?<![\p{L}])((?:the )?(?:buyer|seller|purchaser|supplier|customer|client|licensor|licensee|lessor|lessee|landlord|tenant|distributor|reseller|vendor|provider|contractor|consultant|employer|franchisor|franchisee|lender|borrower|party [ab12]|company|käufer|verkäufer|auftraggeber|auftragnehmer|vermieter|mieter|locador|locadora|locatári[oa]|contratante|contratad[ao]|arrendador|arrendatario|vendedor|comprador|locatore|conduttore|fornitore|committente|verhuurder|huurder|opdrachtgever|opdrachtnemer|acheteur|vendeur|bailleur|prestataire)(?:\/[\p{L}-]{3,20})?(?: name)?)\s?:\s?(?:(?:full )?(?:legal )?name\s?:\s?)?${WORDS}`,
  'giu',
);

/**
 * Returns the legal persons that the start of a text defines or labels with a role. Meant for texts without a
 * preamble.
 */
export function findDefinedNames(text: string): NamedSegment[] {
  const head = text.slice(0, HEAD);
  const labeled = [...head.matchAll(LABELED)].flatMap((match) => segment(match, match[2], match[1]));
  const defined = [...head.matchAll(DEFINED)].flatMap((match) => segment(match, match[1], match[2]));
  const people = [
    ...[...head.matchAll(PERSON)].map((match) => ({ match, name: match[1], alias: match[2] })),
    ...[...head.matchAll(LABELED_PERSON)].map((match) => ({ match, name: match[2], alias: match[1] })),
  ].flatMap(({ match, name, alias }) => (isRole(alias ?? '') ? segment(match, name, alias) : []));
  const legal = [...labeled, ...defined];
  const found = [
    ...legal,
    ...people.filter(({ start, end }) => !legal.some((other) => other.start < end && start < other.end)),
  ].sort((a, b) => a.start - b.start);
  return found.length > 5 ? [] : found;
}

function segment(
  match: RegExpMatchArray,
  name: string | undefined,
  alias: string | undefined,
): NamedSegment[] {
  if (name === undefined || alias === undefined || match.index === undefined || /\bAct\b/.test(alias))
    return [];
  const start = match.index;
  const plain = name.trim().replace(/^(?:.*\bDear [^,]+,\s)?(?:The )?(?:Undersigned,? (?:the )?)?/i, '');
  return [{ name: plain, aliases: [alias.trim()], start, end: start + match[0].length, confidence: 0.6 }];
}
