import type { FieldCondition } from '../details.ts';
import { getConditionTerms } from './condition.ts';
import { parseFormula, type Formula } from './parse-formula.ts';

export type RuleSource = {
  readonly key: string;
  readonly condition: FieldCondition | null;
  readonly formula: string | null;
};
/** A field's parsed formula, and the keys that its formula and condition read. */
export type Rule = { readonly formula: Formula | null; readonly keys: readonly string[] };

/** Parses a field's rules. An invalid formula, which is never stored, counts as none. */
export function readRule({ condition, formula }: RuleSource): Rule {
  const parsed = formula === null ? null : parseFormula(formula);
  const isParsed = parsed !== null && 'formula' in parsed;
  const tested = condition === null ? [] : getConditionTerms(condition).map(({ key }) => key);
  return {
    formula: isParsed ? parsed.formula : null,
    keys: [...new Set([...tested, ...(isParsed ? parsed.keys : [])])],
  };
}

/**
 * Sorts the positions of the fields so that each field comes after the ones that it reads. Fields on a cycle,
 * or between two cycles, are returned separately. The function isn't recursive, so a long chain of fields
 * can't overflow the stack.
 */
export function sortByDependencies(
  keys: readonly string[],
  rules: readonly Rule[],
): { readonly ordered: readonly number[]; readonly cyclic: readonly number[] } {
  const byKey = new Map(keys.map((key, index) => [key, index]));
  const reads = rules.map((rule) => rule.keys.flatMap((key) => byKey.get(key) ?? []));
  const readers = rules.map((): number[] => []);
  reads.forEach((targets, index) => targets.forEach((target) => readers[target]?.push(index)));
  const ordered = peelResolved(new Set(keys.keys()), reads, readers);
  // The remaining fields are on a cycle or read one that is. Peeling from the other end leaves only the
  // cycles.
  const left = new Set([...keys.keys()].filter((index) => !ordered.has(index)));
  const behind = peelResolved(left, readers, reads);
  return { ordered: [...ordered], cyclic: [...left].filter((index) => !behind.has(index)) };
}

/**
 * Repeatedly takes the members that wait for no remaining member, until all remaining ones wait. Returns the
 * taken members in the order in which they were taken.
 */
function peelResolved(
  members: ReadonlySet<number>,
  waitsFor: readonly (readonly number[])[],
  awaitedBy: readonly (readonly number[])[],
): ReadonlySet<number> {
  const waiting = new Map(
    [...members].map((index) => [index, (waitsFor[index] ?? []).filter((one) => members.has(one)).length]),
  );
  const taken = new Set([...members].filter((index) => waiting.get(index) === 0));
  // A set is iterated in insertion order, including elements that are added during the iteration.
  for (const index of taken) {
    for (const next of awaitedBy[index] ?? []) {
      if (!members.has(next)) continue;
      const left = (waiting.get(next) ?? 0) - 1;
      waiting.set(next, left);
      if (left === 0) taken.add(next);
    }
  }
  return taken;
}
