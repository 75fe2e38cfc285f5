import {
  isLess,
  negateFraction,
  multiplyFractions,
  divideFractions,
  readFraction,
  roundFraction,
  addFractions,
  writeFraction,
  ZERO,
  type Fraction,
} from './fraction.ts';
import type { Formula } from './parse-formula.ts';

/** Returns the stored value of the field with a key. Null or empty if nothing was filled in. */
export type ValueOf = (key: string) => string | null;

/**
 * Returns the result of a formula as a plain decimal number. Empty fields count as 0, except that `min` and
 * `max` ignore them. Returns null after a division by zero, for a value that isn't a number, and beyond 15
 * digits.
 */
export function evaluateFormula(formula: Formula, valueOf: ValueOf): string | null {
  const result = computeFraction(formula, valueOf);
  return result === null ? null : writeFraction(result);
}

function computeFraction(formula: Formula, valueOf: ValueOf): Fraction | null {
  switch (formula.kind) {
    case 'number':
      return formula.number;
    case 'key':
      return isEmptyKey(formula, valueOf) ? ZERO : readFraction(valueOf(formula.key) ?? '');
    case 'negative':
      return withBoth(ZERO, computeFraction(formula.of, valueOf), (_, number) => negateFraction(number));
    case 'round':
      return withBoth(ZERO, computeFraction(formula.of, valueOf), (_, number) =>
        roundFraction(number, formula.decimals),
      );
    case 'chain':
      return formula.rest.reduce<Fraction | null>(
        (left, { operator, term }) => withBoth(left, computeFraction(term, valueOf), OPERATIONS[operator]),
        computeFraction(formula.first, valueOf),
      );
    case 'sum':
      return combineNumbers(formula.of, valueOf, addFractions);
    case 'min':
      return combineNumbers(formula.of, valueOf, (one, other) => (isLess(other, one) ? other : one));
    case 'max':
      return combineNumbers(formula.of, valueOf, (one, other) => (isLess(one, other) ? other : one));
    default:
      return formula satisfies never;
  }
}

const OPERATIONS = {
  '+': addFractions,
  '-': (one: Fraction, other: Fraction) => addFractions(one, negateFraction(other)),
  '*': multiplyFractions,
  '/': divideFractions,
} as const;

function combineNumbers(
  of: readonly Formula[],
  valueOf: ValueOf,
  combine: (one: Fraction, other: Fraction) => Fraction,
): Fraction | null {
  const numbers = of.filter((one) => !isEmptyKey(one, valueOf)).map((one) => computeFraction(one, valueOf));
  const [first = ZERO, ...rest] = numbers;
  return rest.reduce((left, right) => withBoth(left, right, combine), first);
}

function isEmptyKey(formula: Formula, valueOf: ValueOf): boolean {
  return formula.kind === 'key' && (valueOf(formula.key) ?? '').trim() === '';
}

function withBoth(
  one: Fraction | null,
  other: Fraction | null,
  combine: (one: Fraction, other: Fraction) => Fraction | null,
): Fraction | null {
  return one === null || other === null ? null : combine(one, other);
}
