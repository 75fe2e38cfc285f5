import { LEGAL_FORM } from './legal-forms.ts';
import type { NamedSegment } from './party-names.ts';

const HEAD = 3_000;
const WORDS = String.raw`((?:[\p{Lu}\d][\p{L}\d.'&/-]*,?\s(?:of\s|and\s|&\s|the\s|for\s)?){1,8}?(?i:${LEGAL_FORM}))(?![\p{L}])`;
/** "Acme Funds Distributor, LLC, ("Acme")": a legal person with a defined term right behind its name or description. */
const DEFINED = new RegExp(
  String.raw`(?<![\p{L}])${WORDS},?\s?(?:an?\s[^"()]{0,120})?\(\s?(?:(?:the|hereinafter|hereafter|herein|referred to as)[\s,]+){0,3}"([^"]{1,40})"`,
  'gu',
);
/** "Buyer: Acme Ltd.": a role word of a cover table. */
const LABELLED = new RegExp(
  String.raw`(?<![\p{L}])((?:the )?(?:buyer|seller|purchaser|supplier|customer|client|licensor|licensee|lessor|lessee|landlord|tenant|distributor|reseller|vendor|provider|contractor|consultant|employer|franchisor|franchisee|lender|borrower|party [ab12]|company|käufer|verkäufer|auftraggeber|auftragnehmer|vermieter|mieter|acheteur|vendeur|bailleur|prestataire)(?:\/[\p{L}-]{3,20})?(?: name)?)\s?:\s?(?:(?:full )?(?:legal )?name\s?:\s?)?${WORDS}`,
  'giu',
);

/** Legal persons that the head of a text introduces by a definition or a role label, where no preamble lists them. */
export function definedNames(text: string): NamedSegment[] {
  const head = text.slice(0, HEAD);
  const labelled = [...head.matchAll(LABELLED)].flatMap((match) => segment(match, match[2], match[1]));
  const defined = [...head.matchAll(DEFINED)].flatMap((match) => segment(match, match[1], match[2]));
  const found = [...labelled, ...defined].sort((a, b) => a.start - b.start);
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
  const plain = name.trim().replace(/^(?:The )?Undersigned,? (?:the )?/i, '');
  return [{ name: plain, aliases: [alias.trim()], start, end: start + match[0].length, confidence: 0.6 }];
}
