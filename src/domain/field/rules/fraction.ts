import { parsePlainNumber } from '../plain-number.ts';

/**
 * An exact rational number. Decimal fractions such as 0.1 have no exact binary form, so formulas calculate
 * with fractions and round only once, when the result is written: 0.1 + 0.2 is 0.3, and 1 / 3 * 3 is 1.
 */
export type Fraction = { readonly numerator: bigint; readonly denominator: bigint };

export const ZERO: Fraction = { numerator: 0n, denominator: 1n };

/** The maximum number of decimals in a written result, and the maximum that `round` accepts. */
const DECIMALS_MAX = 10;
/** The maximum number of digits before the decimal point, both in fields and in results. */
const WHOLE_DIGITS_MAX = 15;
const DECIMAL = new RegExp(`^([+-]?)(\\d{1,${WHOLE_DIGITS_MAX}})(?:\\.(\\d{1,${DECIMALS_MAX}}))?$`);

/**
 * Reads a plain decimal number such as `-12.50`. Returns null if the text isn't one or has too many digits.
 */
export function readFraction(text: string): Fraction | null {
  const [, sign, whole, decimals = ''] = DECIMAL.exec(text) ?? [];
  if (whole === undefined) return null;
  const digits = BigInt(whole + decimals);
  return { numerator: sign === '-' ? -digits : digits, denominator: raiseTen(decimals.length) };
}

/** Checks whether two texts are the same number, however they are written. */
export function isSameNumber(one: string, other: string): boolean {
  const [left, right] = [one, other].map((text) => readFraction(parsePlainNumber(text) ?? ''));
  return left != null && right != null && isEqual(left, right);
}

export function negateFraction({ numerator, denominator }: Fraction): Fraction {
  return { numerator: -numerator, denominator };
}

export function addFractions(one: Fraction, other: Fraction): Fraction {
  // Decimals usually share a denominator. Keeping it keeps the numbers small.
  if (one.denominator === other.denominator)
    return { numerator: one.numerator + other.numerator, denominator: one.denominator };
  return {
    numerator: one.numerator * other.denominator + other.numerator * one.denominator,
    denominator: one.denominator * other.denominator,
  };
}

export function multiplyFractions(one: Fraction, other: Fraction): Fraction {
  return {
    numerator: one.numerator * other.numerator,
    denominator: one.denominator * other.denominator,
  };
}

/** Returns the quotient, or null for a division by zero. */
export function divideFractions(one: Fraction, other: Fraction): Fraction | null {
  if (other.numerator === 0n) return null;
  const sign = other.numerator < 0n ? -1n : 1n;
  return {
    numerator: one.numerator * other.denominator * sign,
    denominator: one.denominator * other.numerator * sign,
  };
}

export function isLess(one: Fraction, other: Fraction): boolean {
  return one.numerator * other.denominator < other.numerator * one.denominator;
}

function isEqual(one: Fraction, other: Fraction): boolean {
  return one.numerator * other.denominator === other.numerator * one.denominator;
}

/** Rounds to a number of decimals. Halves are rounded away from zero, as on invoices. */
export function roundFraction({ numerator, denominator }: Fraction, decimals: number): Fraction {
  const scale = raiseTen(decimals);
  const twice = (numerator < 0n ? -numerator : numerator) * scale * 2n;
  const units = (twice + denominator) / (denominator * 2n);
  return { numerator: numerator < 0n ? -units : units, denominator: scale };
}

/**
 * Writes a number with at most 10 decimals and without trailing zeros. Returns null if the number is too
 * large.
 */
export function writeFraction(fraction: Fraction): string | null {
  const { numerator } = roundFraction(fraction, DECIMALS_MAX);
  const digits = String(numerator < 0n ? -numerator : numerator).padStart(DECIMALS_MAX + 1, '0');
  const whole = digits.slice(0, -DECIMALS_MAX);
  if (whole.length > WHOLE_DIGITS_MAX) return null;
  const decimals = digits.slice(-DECIMALS_MAX).replace(/0+$/, '');
  return `${numerator < 0n ? '-' : ''}${whole}${decimals === '' ? '' : `.${decimals}`}`;
}

function raiseTen(exponent: number): bigint {
  return 10n ** BigInt(exponent);
}
