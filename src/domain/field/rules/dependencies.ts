import type { FieldCondition } from '../details.ts';
import { getConditionTerms } from './condition.ts';
import { parseFormula, type Formula } from './parse-formula.ts';

export type RuleSource = {
  readonly key: string;
  readonly condition: FieldCondition | null;
  readonly formula: string | null;
};
/** A field's formula, parsed, and the keys that its formula and condition read. */
export type Rule = { readonly formula: Formula | null; readonly keys: readonly string[] };

/** Reads a field's rules. A formula with a problem, which is never stored, counts as none. */
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
 * Returns the positions of the fields so that each follows the ones it reads, and separately those on a cycle or between
 * two. Without recursion, so a long chain of fields is no deeper than a short one.
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
  // What is left is on a cycle or reads one; peeling from the other end leaves the cycles.
  const left = new Set([...keys.keys()].filter((index) => !ordered.has(index)));
  const behind = peelResolved(left, readers, reads);
  return { ordered: [...ordered], cyclic: [...left].filter((index) => !behind.has(index)) };
}

/** Takes away what waits for nothing that is left, until everything left waits, in the order of taking. */
function peelResolved(
  members: ReadonlySet<number>,
  waitsFor: readonly (readonly number[])[],
  awaitedBy: readonly (readonly number[])[],
): ReadonlySet<number> {
  const waiting = new Map(
    [...members].map((index) => [index, (waitsFor[index] ?? []).filter((one) => members.has(one)).length]),
  );
  const taken = new Set([...members].filter((index) => waiting.get(index) === 0));
  // A set is iterated in the order of insertion, including what is added meanwhile.
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
