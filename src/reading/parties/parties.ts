import { type ContractText, getSource, type Source } from '#reading/contract/contract-text.ts';
import { endsInLegalForm, LEGAL_FORM, normalizeName } from './legal-forms.ts';
import { findDefinedNames } from './defined-names.ts';
import { findPreamble } from './preamble.ts';
import { type NamedSegment, nameSegments } from './party-names.ts';

const TAIL = 25_000;

const WITNESS =
  /IN WITNESS WHEREOF|In witness whereof|AGREED AND ACCEPTED|ACCEPTED AND AGREED|The parties have (?:caused|executed)/;

/** The footer on copies from SEC filings. */
const FILED_FROM = /Source: .{1,80}?, \d{1,2}\/\d{1,2}\/\d{4}/g;

const NAME_ABOVE = new RegExp(
  String.raw`((?:[\p{Lu}\d][\p{L}\d.'&/-]*,?\s(?:of\s|and\s|&\s|the\s|for\s)?){1,8}?(?i:${LEGAL_FORM}))[\s,:]{1,3}(?=(?:an?\s[\p{L} ]{3,50}\s)?(?:By|BY|Signed|Signature|Name|Per)\s?:)`,
  'gu',
);

/** A party that the text names. `aliases` are its defined terms and role words; `confidence` is 0..1. */
export type TextParty = Source & {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly confidence: number;
};

const MOST_PARTIES = 20;

/** Returns the parties in a contract's preamble, or else those above its signature lines. */
export function findTextParties(contract: ContractText): TextParty[] {
  const introduced = findIntroducedParties(contract);
  return introduced.length > 0 ? introduced : toDistinctParties(contract, findSigningNames(contract.text));
}

/** Returns the parties that a contract's preamble or beginning introduces. */
export function findIntroducedParties(contract: ContractText): TextParty[] {
  const region = findPreamble(contract.text);
  const named = region === null ? [] : nameSegments(contract.text, region);
  return toDistinctParties(contract, named.length > 0 ? named : findDefinedNames(contract.text));
}

function toDistinctParties(contract: ContractText, found: readonly NamedSegment[]): TextParty[] {
  const parties: TextParty[] = [];
  for (const { name, aliases, start, end, confidence } of found) {
    const same = parties.findIndex((party) => normalizeName(party.name) === normalizeName(name));
    if (same >= 0 || parties.length >= MOST_PARTIES) continue;
    parties.push({ name, aliases, confidence, ...getSource(contract, start, end) });
  }
  return parties;
}

/** Returns the legal persons right above signature lines. Meant for contracts whose preamble names nobody. */
function findSigningNames(text: string): NamedSegment[] {
  const from = text.search(WITNESS);
  const base = from < 0 ? Math.max(0, text.length - TAIL) : from;
  const found: NamedSegment[] = [];
  const tail = text.slice(base, base + TAIL).replace(FILED_FROM, (footer) => ' '.repeat(footer.length));
  for (const match of tail.matchAll(NAME_ABOVE)) {
    const name = (match[1] ?? '').trim();
    if (!endsInLegalForm(name)) continue;
    const start = base + match.index;
    found.push({ name, aliases: [], start, end: start + match[0].length, confidence: 0.6 });
  }
  return found.length > 6 ? [] : found;
}
