import { type ContractText, type Source, getSource } from '#reading/contract/contract-text.ts';
import { normalizeName } from './legal-forms.ts';
import { findDefinedNames } from './defined-names.ts';
import { findPreamble } from './preamble.ts';
import { type NamedSegment, nameSegments } from './party-names.ts';
import { findSigningNames } from './signing-names.ts';

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
