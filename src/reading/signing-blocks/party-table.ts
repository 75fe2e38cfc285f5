import type { DetectedParty } from '#domain/envelope/graph.ts';
import { normalizeName, endsInLegalForm, normalizeNameWords } from '#reading/parties/legal-forms.ts';
import { isRole, withoutLead } from '#reading/parties/party-roles.ts';

/** A party from the preamble or a signature block. */
type Entry = { name: string | null; readonly aliases: string[]; roleLabel: string | null; used: boolean };
type Named = { readonly name: string; readonly aliases: readonly string[] };

/** All parties of a document: those in its preamble, and those that only sign. */
export class PartyTable {
  readonly #entries: Entry[];

  constructor(named: readonly Named[]) {
    this.#entries = named.map(({ name, aliases }) => ({
      name,
      aliases: [...aliases],
      roleLabel: aliases[0] ?? null,
      used: false,
    }));
  }

  /** Returns the party that the words at a signature refer to. Adds the party if it's new. */
  entryFor(words: string): number {
    const known = this.#find(words);
    if (known !== null) return known;
    const { name, role } = splitHeading(words);
    this.#entries.push({ name, aliases: role === null ? [] : [role], roleLabel: role, used: false });
    return this.#entries.length - 1;
  }

  /** Adds a party without a name. */
  anonymous(): number {
    return this.#entries.push({ name: null, aliases: [], roleLabel: null, used: false }) - 1;
  }

  /** Checks whether a party has no name yet. */
  isAnonymous(index: number): boolean {
    const entry = this.#entries[index];
    return entry !== undefined && entry.name === null && entry.roleLabel === null;
  }

  /** Gives a name to a party without one and returns the party that the words refer to. */
  name(index: number, words: string): number {
    const known = this.#find(words);
    const entry = this.#entries[index];
    if (entry === undefined) return index;
    const { name, role } = known === null ? splitHeading(words) : { name: null, role: null };
    entry.name = name ?? (known === null ? null : (this.#entries[known]?.name ?? null));
    entry.roleLabel = role;
    return index;
  }

  /** Checks whether the words refer to a known party. */
  knows(words: string): boolean {
    return this.#find(words) !== null;
  }

  /** Returns the parties that have fields, renumbered in order, and the new index of each. */
  used(counts: ReadonlyMap<number, number>): {
    readonly parties: DetectedParty[];
    readonly indexOf: ReadonlyMap<number, number>;
  } {
    const indexOf = new Map<number, number>();
    const parties = this.#entries.flatMap(({ name, roleLabel }, old) => {
      const fieldCount = counts.get(old) ?? 0;
      if (fieldCount === 0) return [];
      const index = indexOf.size;
      indexOf.set(old, index);
      return [{ index, name, email: null, roleLabel, fieldCount }];
    });
    return { parties, indexOf };
  }

  #best(score: (entry: Entry) => number): number | null {
    let best: { index: number; score: number } | null = null;
    for (const [index, entry] of this.#entries.entries()) {
      const own = score(entry);
      if (own > 0 && (best === null || own > best.score)) best = { index, score: own };
    }
    return best?.index ?? null;
  }

  #find(words: string): number | null {
    const heading = normalizeName(words);
    if (heading === '') return null;
    const whole = normalizeNameWords(words);
    const byName = this.#best(({ name }) =>
      name === null
        ? 0
        : scoreLikeness(heading, normalizeName(name)) ||
          // Among other words, a name of one word counts only with its legal form: "Executed by Muster GmbH
          // in accordance with".
          (endsInLegalForm(name) && containsWords(whole, normalizeNameWords(name)) ? 5 : 0),
    );
    if (byName !== null) return byName;
    const byAlias = this.#entries.findIndex(({ aliases }) =>
      aliases.some(
        (alias) =>
          alias.length >= 2 &&
          containsWords(heading, normalizeName(alias)) &&
          heading.length <= alias.length + 40,
      ),
    );
    return byAlias >= 0 ? byAlias : null;
  }
}

/** Returns a score for how well a heading matches a name: equal, contained, or a shorter form. */
function scoreLikeness(heading: string, name: string): number {
  if (heading === name) return 1000;
  const words = name.split(' ').length;
  if (name.length >= 4 && containsWords(heading, name) && (words >= 2 || heading.split(' ').length <= 2))
    return 10 * words;
  return heading.length >= 4 && heading.includes(' ') && containsWords(name, heading)
    ? heading.split(' ').length
    : 0;
}

function containsWords(text: string, part: string): boolean {
  return part !== '' && ` ${text} `.includes(` ${part} `);
}

/** Splits a heading such as "LICENSOR: Acme Inc." into role and name. "Franchisee" is only a role. */
function splitHeading(words: string): { name: string | null; role: string | null } {
  const plain = words.replace(/\s+/g, ' ').trim();
  if (isRole(plain)) return { name: null, role: withoutLead(plain) };
  const labeled = /^(?:the )?([\p{L} -]{3,30})\s?:\s?(.*)$/iu.exec(plain);
  if (labeled?.[1] !== undefined) {
    const rest = (labeled[2] ?? '').replace(/[,:;]+$/, '').trim();
    if (!endsInLegalForm(labeled[1]))
      return { role: labeled[1].trim(), name: rest === '' || !/\p{L}{2}/u.test(rest) ? null : rest };
  }
  const parenthesis = /^(.*?)\s?\((?:the )?"?([\p{L} -]{3,30})"?\)$/u.exec(plain);
  if (parenthesis?.[1] !== undefined && parenthesis[2] !== undefined)
    return { name: parenthesis[1].trim() || null, role: parenthesis[2] };
  const bare = plain.replace(/[,:;]+$/, '');
  return isRole(bare) ? { name: null, role: bare } : { name: bare, role: null };
}
