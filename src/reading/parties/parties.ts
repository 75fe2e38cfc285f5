import { type ContractText, type Source, sourceAt } from '#reading/contract/contract-text.ts';
import { comparableName } from './legal-forms.ts';
import { definedNames } from './defined-names.ts';
import { preamble } from './preamble.ts';
import { type NamedSegment, nameSegments } from './party-names.ts';
import { signingNames } from './signing-names.ts';

/** A party in the text. `aliases` are its defined terms and role words; `confidence` is 0..1. */
export type TextParty = Source & {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly confidence: number;
};

const MOST_PARTIES = 20;

/** Returns the parties of a contract's preamble, else those above its signature lines. */
export function textParties(contract: ContractText): TextParty[] {
  const introduced = introducedParties(contract);
  return introduced.length > 0 ? introduced : distinct(contract, signingNames(contract.text));
}

/** Returns the parties that a contract's preamble or beginning introduces. */
export function introducedParties(contract: ContractText): TextParty[] {
  const region = preamble(contract.text);
  const named = region === null ? [] : nameSegments(contract.text, region);
  return distinct(contract, named.length > 0 ? named : definedNames(contract.text));
}

function distinct(contract: ContractText, found: readonly NamedSegment[]): TextParty[] {
  const parties: TextParty[] = [];
  for (const { name, aliases, start, end, confidence } of found) {
    const same = parties.findIndex((party) => comparableName(party.name) === comparableName(name));
    if (same >= 0 || parties.length >= MOST_PARTIES) continue;
    parties.push({ name, aliases, confidence, ...sourceAt(contract, start, end) });
  }
  return parties;
}
